import { z } from "zod";
import { type PageEntryName, pageEntryNames } from "../content/model.ts";

const text = z.string();

const address = z.url({
	protocol: /^https?$/,
	abort: true,
	error: "must be an address that begins with https:// (or http:// on this machine)",
});

/** Schema of an origin: scheme, host and port, without a slash at the end. */
const origin = address
	.regex(/^\w+:\/\/[^/?#@]+\/?$/, "must be an origin without a path, e.g. https://www.example.org")
	.transform((value) => new URL(value).origin);

const idsError = `must be JSON such as {"home":"5KsDBWseXY6QegucYAoacS"}, with names out of ${pageEntryNames.join(", ")}`;

/** Schema of the ids of the page entries, as JSON. An entry without an id there has its name as its id. */
const entryIds = text
	.transform((value, context): unknown => {
		try {
			return JSON.parse(value);
		} catch {
			context.addIssue(idsError);
			return z.NEVER;
		}
	})
	.pipe(
		z.strictObject(
			Object.fromEntries(
				pageEntryNames.map((name) => [name, z.string().trim().min(1).default(name)]),
			) as Record<PageEntryName, z.ZodDefault<z.ZodString>>,
			idsError,
		),
	);

const parts = text.transform((value) => value.split(",").map((part) => part.trim()));

const host = z.hostname("must be a host, such as pay.example.org, without https://").toLowerCase();

const ipAddress = z.union([z.ipv4(), z.ipv6()], "must be an IP address, such as 0.0.0.0");

const wholeNumber = z.coerce
	.number({
		error: ({ code }) => (code === "invalid_type" ? "must be a whole number" : undefined),
	})
	.int();
const count = wholeNumber.positive();

/** Key or token of a service. It is sent in a header, which can have no other characters. */
const key = text.regex(
	/^[!-~]+$/,
	"must be Latin letters, digits and signs without spaces: copy it again",
);

/** Key that is part of an address on the site. */
const addressKey = text.regex(/^[\w-]+$/, "must be letters, digits or any of _-");

/** Variables that an administrator sets. environment.server.ts checks which are required. */
const ownVariables = z
	.object({
		CONTENTFUL_SPACE_ID: text,
		CONTENTFUL_DELIVERY_TOKEN: key,
		CONTENTFUL_PREVIEW_TOKEN: key,
		CONTENTFUL_MANAGEMENT_TOKEN: key,
		// Format of a secret: https://www.contentful.com/developers/docs/webhooks/request-verification/
		CONTENTFUL_WEBHOOK_SECRET: text.length(64),
		STRIPE_API_KEY: key,
		STRIPE_WEBHOOK_SECRET: text.startsWith(
			"whsec_",
			"must be the endpoint's signing secret, which begins with whsec_",
		),
		SITE_URL: origin,
		BREVO_API_KEY: key,
		BREVO_LIST_ID: count,
		BREVO_TEMPLATE_ID_EN: count,
		BREVO_TEMPLATE_ID_RU: count,
		NETLIFY_BUILD_HOOK_URL: address,
		PREVIEW_KEY: addressKey.min(32),
		STATUS_KEY: addressKey.min(16),
		STATUS_MAIL: z.email(),
		// Format of a key: https://www.indexnow.org/documentation
		INDEXNOW_KEY: text.regex(/^[\dA-Za-z-]{8,128}$/, "must be 8 to 128 letters, digits or hyphens"),
		// Part of a header, in which the refused characters separate values.
		CSP_REPORT_URL: address.regex(
			/^[^\s,;"']+$/,
			"must be an address without spaces, quotes, commas and semicolons",
		),
		HOST: ipAddress,
		AI_CRAWLERS: z.enum(["allow", "refuse"], "must be allow or refuse"),
		DEMO: z.enum(["0", "1"], "must be 1 or absent"),
	})
	.partial()
	.extend({
		CONTENTFUL_ENVIRONMENT: text.default("master"),
		CONTENTFUL_API_URL: origin.default("https://cdn.contentful.com"),
		CONTENTFUL_ENTRY_IDS: entryIds.prefault("{}"),
		PAYMENT_LINK_HOSTS: parts.pipe(z.array(host)).default([]),
		NETLIFY_BUILD_DELAY_MINUTES: wholeNumber
			.min(
				2,
				"must be at least 2, because Contentful can take two minutes to deliver a publication",
			)
			.max(1440)
			.default(5),
		NETLIFY_DEPLOYS_PER_MONTH: count.default(16),
		TRUSTED_PROXY: parts.pipe(z.array(ipAddress)).default([]),
		PORT: wholeNumber.min(0).max(65535).default(4173),
	});

const variables = ownVariables.extend({
	// Set by Netlify: https://docs.netlify.com/configure-builds/environment-variables/
	URL: text.optional(),
	CONTEXT: text.optional(),
	// Set by tests, which have stand-ins for the services.
	STRIPE_API_URL: origin.default("https://api.stripe.com"),
	BREVO_API_URL: origin.default("https://api.brevo.com"),
	INDEXNOW_URL: address.default("https://api.indexnow.org/indexnow"),
});

/** Names of the variables that an administrator sets. */
export const variableNames = Object.keys(ownVariables.shape);

/** Reads and validates all environment variables. Other code gets their values from this function only. */
export function readVariables(source: NodeJS.ProcessEnv) {
	// Surrounding white space is removed, and an empty variable counts as missing.
	const given = Object.fromEntries(
		Object.keys(variables.shape).map((name) => [name, source[name]?.trim() || undefined]),
	);
	// Netlify's name of the site's origin.
	given.SITE_URL ??= given.URL;
	const issues = variables.safeParse(given).error?.issues ?? [];
	// A malformed variable gets its default value.
	const valid = { ...given };
	for (const { path } of issues) delete valid[String(path[0])];
	return {
		values: variables.parse(valid),
		isMissing: (name: string) => given[name] === undefined,
		faults: issues.map(({ path, message }) => `${path.join(".")}: ${message}.`),
	};
}
