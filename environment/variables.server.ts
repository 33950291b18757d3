import { z } from "zod";
import { type PageEntryName, pageEntryNames } from "../content/model.ts";

export type Variables = Record<string, string | undefined>;

const address = z.url({
	protocol: /^https?$/,
	error: "must be an address that begins with https:// (or http:// on this machine)",
});

/** Schema of a variable that contains the URL of a service. Removes trailing slashes. */
const serviceUrl = address.transform((value) => value.replace(/\/+$/, ""));

/** Schema of an origin: scheme, host and port, without a slash at the end. */
const origin = address
	.transform((value) => new URL(value))
	.refine((url) => url.href === `${url.origin}/`, {
		error: "must be an origin without a path, e.g. https://www.example.org",
	})
	.transform((url) => url.origin);

const idsError = `must be JSON such as {"home":"5KsDBWseXY6QegucYAoacS"}, with keys out of ${pageEntryNames.join(", ")}`;
const entryIds = z
	.string()
	.transform((value, context) => {
		try {
			return JSON.parse(value) as unknown;
		} catch {
			context.addIssue(idsError);
			return z.NEVER;
		}
	})
	.pipe(
		z.partialRecord(z.enum(pageEntryNames), z.string(idsError).trim().min(1, idsError), {
			error: idsError,
		}),
	)
	.transform((ids) => {
		// If no id is configured for an entry, the entry's name in `pageEntryNames` is used as the id.
		const all = pageEntryNames.map((name) => [name, ids[name] ?? name]);
		return Object.fromEntries(all) as Record<PageEntryName, string>;
	});

const listOf = <Item extends z.ZodType<string, string>>(item: Item) =>
	z
		.string()
		.transform((value) => value.split(",").map((text) => text.trim()))
		.pipe(z.array(item))
		.default([]);

const host = z
	.string()
	.toLowerCase()
	.regex(/^[a-z\d.-]+(:\d+)?$/, {
		error: "must be hosts with commas between them, such as pay.example.org, without https://",
	});

const ipAddress = (error: string) => z.union([z.ipv4(), z.ipv6()], { error });

const wholeNumber = (min: number, max: number, error: string) =>
	z.coerce.number(error).int(error).min(min, error).max(max, error);

const countingNumber = wholeNumber(1, Number.MAX_SAFE_INTEGER, "must be a whole number above 0");

const text = (pattern: RegExp, error: string) => z.string().regex(pattern, { error }).optional();

/** Key or token of a service. It is sent in a header, which can have no other characters. */
const key = text(
	/^[!-~]+$/,
	"must be Latin letters, digits and signs without spaces: copy it again",
);

/**
 * Schema of the variables that an administrator sets. All are optional here; environment.server.ts checks which are
 * required.
 */
const ownVariables = z.object({
	CONTENTFUL_SPACE_ID: z.string().optional(),
	CONTENTFUL_DELIVERY_TOKEN: key,
	STRIPE_API_KEY: key,
	SITE_URL: origin.optional(),
	CONTENTFUL_ENVIRONMENT: z.string().default("master"),
	CONTENTFUL_API_URL: serviceUrl.default("https://cdn.contentful.com"),
	CONTENTFUL_PREVIEW_TOKEN: key,
	CONTENTFUL_ENTRY_IDS: entryIds.prefault("{}"),
	PAYMENT_LINK_HOSTS: listOf(host),
	BREVO_API_KEY: key,
	BREVO_LIST_ID: countingNumber.optional(),
	BREVO_TEMPLATE_ID_EN: countingNumber.optional(),
	BREVO_TEMPLATE_ID_RU: countingNumber.optional(),
	// Format of a secret: https://www.contentful.com/developers/docs/webhooks/request-verification/
	CONTENTFUL_WEBHOOK_SECRET: text(
		/^[0-9a-zA-Z+/=_-]{64}$/,
		"must be 64 letters, digits or any of +/=_-",
	),
	STRIPE_WEBHOOK_SECRET: text(
		/^whsec_\S+$/,
		"must be the endpoint's signing secret, which begins with whsec_",
	),
	NETLIFY_BUILD_HOOK_URL: address.optional(),
	NETLIFY_BUILD_DELAY_MINUTES: wholeNumber(
		2,
		1440,
		"must be a whole number, from 2 to 1440: Contentful can take two minutes to deliver what was published",
	).default(5),
	NETLIFY_DEPLOYS_PER_MONTH: countingNumber.default(16),
	CONTENTFUL_MANAGEMENT_TOKEN: key,
	PREVIEW_KEY: text(/^[\w-]{32,}$/, "must be at least 32 letters, digits or any of _-"),
	// Part of a header, in which the refused characters separate values.
	CSP_REPORT_URL: address
		.regex(/^[^\s,;"']+$/, "must be an address without spaces, quotes, commas and semicolons")
		.optional(),
	// Format of a key: https://www.indexnow.org/documentation
	INDEXNOW_KEY: text(/^[\dA-Za-z-]{8,128}$/, "must be 8 to 128 letters, digits or hyphens"),
	STATUS_KEY: text(/^[\w-]{16,}$/, "must be at least 16 letters, digits or any of _-"),
	STATUS_MAIL: z.email("must be an e-mail address").optional(),
	HOST: ipAddress("must be an IP address of this machine, e.g. 0.0.0.0 for all of them").optional(),
	TRUSTED_PROXY: listOf(ipAddress("must be IP addresses, separated by commas")),
	DEMO: z.enum(["0", "1"], { error: "must be 1 or absent" }).optional(),
	PORT: wholeNumber(0, 65535, "must be a port number").default(4173),
});

const variables = ownVariables.extend({
	// Set by Netlify: https://docs.netlify.com/configure-builds/environment-variables/
	URL: origin.optional(),
	CONTEXT: z.string().optional(),
	// Set by tests, which have stand-ins for the services.
	STRIPE_API_URL: serviceUrl.default("https://api.stripe.com"),
	BREVO_API_URL: serviceUrl.default("https://api.brevo.com"),
	INDEXNOW_URL: address.default("https://api.indexnow.org/indexnow"),
});

/** Names of the variables that an administrator sets. */
export const variableNames = Object.keys(ownVariables.shape);

/** Reads and validates all environment variables. Other code gets their values from this function only. */
export function readVariables(source: Variables) {
	// Surrounding white space is removed, and an empty variable counts as missing.
	const given = Object.fromEntries(
		Object.keys(variables.shape).map((name) => [name, source[name]?.trim() || undefined]),
	);
	const issues = variables.safeParse(given).error?.issues ?? [];
	const malformed = new Map(issues.map(({ path }) => [String(path[0]), undefined]));
	return {
		// A malformed variable gets its default value.
		values: variables.parse({ ...given, ...Object.fromEntries(malformed) }),
		isMissing: (name: string) => given[name] === undefined,
		faults: issues.map(({ path, message }) => `${String(path[0])} ${message}.`),
	};
}
