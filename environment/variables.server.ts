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
const origin = serviceUrl
	.refine((value) => new URL(value).href === `${new URL(value).origin}/`, {
		error: "must be an origin without a path, e.g. https://www.example.org",
	})
	.transform((value) => new URL(value).origin);

/** Schema of a URL that becomes part of a header. Refuses characters that separate values in headers. */
const reportUrl = serviceUrl.refine((value) => /^[^\s,;"']+$/.test(value), {
	error: "must be an address without spaces, quotes, commas and semicolons",
});

type EntryIds = Record<PageEntryName, string>;

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
	// If no id is configured for an entry, the entry's name in `pageEntryNames` is used as the id.
	.transform(
		(ids) =>
			Object.fromEntries(pageEntryNames.map((name) => [name, ids[name] ?? name])) as EntryIds,
	)
	.superRefine((ids, context) => {
		for (const id of new Set(Object.values(ids))) {
			const names = pageEntryNames.filter((name) => ids[name] === id);
			if (names.length > 1)
				context.addIssue(`gives the id "${id}" to ${names.join(" and ")}: each needs its own`);
		}
	});

/** Parses a host: `pay.example.org` for `Pay.Example.org:443`, so that it can be compared with the host of a link. */
function parseHost(text: string): string | undefined {
	const hasOtherUrlParts = /[/?#@\\\s]/.test(text);
	if (hasOtherUrlParts) return undefined;
	const url = URL.parse(`https://${text}`);
	// Refuses wildcards and IPv6 addresses.
	const isDomain = url !== null && /^[a-z0-9.-]+$/.test(url.hostname);
	return isDomain ? url.host : undefined;
}

const hosts = z.string().transform((value, context) => {
	const entries = value.split(",").map((entry) => entry.trim());
	return entries.filter(Boolean).flatMap((entry) => {
		const host = parseHost(entry);
		if (host) return [host];
		context.addIssue(
			`must be hosts with commas between them, such as pay.example.org or pay.example.org:8443, without https:// and without a path; "${entry}" is none`,
		);
		return [];
	});
});

const ipAddress = (error: string) => z.union([z.ipv4(), z.ipv6()], { error });

const ipAddresses = z
	.string()
	.transform((value) => value.split(",").map((entry) => entry.trim()))
	.pipe(z.array(ipAddress("must be IP addresses, separated by commas")));

const wholeNumber = (min: number, max: number, error: string) =>
	z.coerce.number(error).int(error).min(min, error).max(max, error);

const brevoId = wholeNumber(
	1,
	Number.MAX_SAFE_INTEGER,
	"must be a whole number above 0, as Brevo's ids are",
);

const optionalText = (pattern: RegExp, error: string) =>
	z.string().regex(pattern, { error }).optional();

/** Key or token of a service. It is sent in a header, which can have no other characters. */
const key = optionalText(
	/^[!-~]+$/,
	"must be Latin letters, digits and signs without spaces: copy it again",
);

const buildDelayFault =
	"must be a whole number, from 2 to 1440: Contentful can take two minutes to deliver what was published";

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
	CONTENTFUL_PREVIEW_URL: serviceUrl.default("https://preview.contentful.com"),
	CONTENTFUL_ENTRY_IDS: entryIds.prefault("{}"),
	STRIPE_API_URL: origin.default("https://api.stripe.com"),
	PAYMENT_LINK_HOSTS: hosts.default([]),
	BREVO_API_KEY: key,
	BREVO_LIST_ID: brevoId.optional(),
	BREVO_TEMPLATE_ID_EN: brevoId.optional(),
	BREVO_TEMPLATE_ID_RU: brevoId.optional(),
	BREVO_API_URL: serviceUrl.default("https://api.brevo.com"),
	// Format of a secret: https://www.contentful.com/developers/docs/webhooks/request-verification/
	CONTENTFUL_WEBHOOK_SECRET: optionalText(
		/^[0-9a-zA-Z+/=_-]{64}$/,
		"must be 64 letters, digits or any of +/=_-",
	),
	STRIPE_WEBHOOK_SECRET: optionalText(
		/^whsec_\S+$/,
		"must be the endpoint's signing secret, which begins with whsec_",
	),
	NETLIFY_BUILD_HOOK_URL: address.optional(),
	NETLIFY_BUILD_DELAY_MINUTES: wholeNumber(2, 1440, buildDelayFault).default(5),
	NETLIFY_DEPLOYS_PER_MONTH: wholeNumber(
		1,
		Number.MAX_SAFE_INTEGER,
		"must be a whole number above 0",
	).default(16),
	CONTENTFUL_MANAGEMENT_TOKEN: key,
	CONTENTFUL_MANAGEMENT_URL: origin.default("https://api.contentful.com"),
	PREVIEW_KEY: optionalText(/^[\w-]{32,}$/, "must be at least 32 letters, digits or any of _-"),
	CSP_REPORT_URL: reportUrl.optional(),
	// Format of a key: https://www.indexnow.org/documentation
	INDEXNOW_KEY: optionalText(/^[\dA-Za-z-]{8,128}$/, "must be 8 to 128 letters, digits or hyphens"),
	INDEXNOW_URL: address.default("https://api.indexnow.org/indexnow"),
	STATUS_KEY: optionalText(/^[\w-]{16,}$/, "must be at least 16 letters, digits or any of _-"),
	STATUS_MAIL: z.email("must be an e-mail address").optional(),
	HOST: ipAddress(
		"must be an IP address of this machine, such as 0.0.0.0 for all of them",
	).optional(),
	TRUSTED_PROXY: ipAddresses.default([]),
	DEMO: z.enum(["0", "1"], { error: "must be 1 or absent" }).optional(),
	PORT: wholeNumber(0, 65535, "must be a port number").default(4173),
});

/** Schema of the variables that Netlify sets: https://docs.netlify.com/configure-builds/environment-variables/ */
const hostVariables = z.object({
	URL: origin.optional(),
	CONTEXT: z.string().optional(),
	COMMIT_REF: z.string().optional(),
});

const variables = ownVariables.extend(hostVariables.shape);

type VariableName = keyof typeof variables.shape;

/** Names of the variables that an administrator sets. */
export const variableNames = Object.keys(ownVariables.shape) as (keyof typeof ownVariables.shape)[];

/** Reads and validates all environment variables. Other code gets their values from this function only. */
export function readVariables(source: Variables) {
	// Surrounding white space is removed, and an empty variable counts as missing.
	const trimmed = Object.keys(variables.shape).map((name) => [name, source[name]?.trim()] as const);
	const rawValues: Variables = Object.fromEntries(trimmed.filter(([, value]) => value));
	const { data, error } = variables.safeParse(rawValues);
	const issues = error?.issues ?? [];
	const malformed = new Set(issues.map(({ path }) => path[0] as VariableName));
	const wellFormed = Object.entries(rawValues).filter(
		([name]) => !malformed.has(name as VariableName),
	);
	return {
		rawValues,
		// A malformed variable gets its default value.
		values: data ?? variables.parse(Object.fromEntries(wellFormed)),
		malformed,
		faults: issues.map(({ path, message }) => `${String(path[0])} ${message}.`),
	};
}
