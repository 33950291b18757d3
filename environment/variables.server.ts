import { diff } from "node:util";
import { z } from "zod";
import { type PageEntryName, pageEntryNames } from "../content/model.ts";

// Every schema states its message, because zod's own ones do not tell an administrator what to do.
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

/** Schema of the id of an entry in that JSON. */
const entryId = z.string(idsError).trim().min(1, idsError);

/** Schema of the ids of the page entries, as JSON. An entry without an id there has its name as its id. */
const entryIds = text
	.transform((value): unknown => {
		try {
			return JSON.parse(value);
		} catch {
			return value;
		}
	})
	.pipe(
		z.strictObject(
			Object.fromEntries(pageEntryNames.map((name) => [name, entryId.default(name)])) as Record<
				PageEntryName,
				z.ZodDefault<z.ZodString>
			>,
			idsError,
		),
	);

const parts = text.transform((value) => value.split(",").map((part) => part.trim()));

const host = z.hostname("must be a host, such as pay.example.org, without https://").toLowerCase();

const ipAddress = z.union([z.ipv4(), z.ipv6()], "must be an IP address, such as 0.0.0.0");

/** Schema of a whole number. Its only message comes once, whichever limit a value exceeds. */
function createNumber(min: number, error: string, max = Number.MAX_SAFE_INTEGER) {
	return z.coerce.number(error).int({ error, abort: true }).min(min, error).max(max, error);
}

const brevoId = createNumber(
	1,
	"must be a whole number, which Brevo shows beside the list or template",
);

/** Key or token of a service. It is sent in a header, which can have no other characters. */
const key = text.regex(
	/^[!-~]+$/,
	"must be Latin letters, digits and signs without spaces: copy it again",
);

/** Token of an API that only reads. Contentful begins management tokens, which can do more, with CFPAT-. */
const readingToken = key.regex(
	/^(?!CFPAT-)/,
	"must be a token from Contentful, Settings, API keys: CFPAT- begins a management token",
);

/** End of the message about a key that is part of an address on the site. */
const addressKeyError = "letters, digits or any of _-, such as openssl rand -hex 16 prints";

/** Variables that an administrator sets. environment.server.ts checks which are required. */
const ownVariables = z
	.object({
		CONTENTFUL_SPACE_ID: text,
		CONTENTFUL_DELIVERY_TOKEN: readingToken,
		CONTENTFUL_PREVIEW_TOKEN: readingToken,
		CONTENTFUL_MANAGEMENT_TOKEN: key,
		// Format of a secret: https://www.contentful.com/developers/docs/webhooks/request-verification/
		CONTENTFUL_WEBHOOK_SECRET: text.length(
			64,
			"must be the 64 characters that Contentful shows under Settings, Webhooks, Settings, Enable request verification",
		),
		STRIPE_API_KEY: key.regex(
			/^(?!pk_)/,
			"must be a restricted key, which begins with rk_: pk_ begins a publishable key, which reads no prices",
		),
		STRIPE_WEBHOOK_SECRET: text.startsWith(
			"whsec_",
			"must be the endpoint's signing secret, which begins with whsec_",
		),
		SITE_URL: origin,
		BREVO_API_KEY: key,
		BREVO_LIST_ID: brevoId,
		BREVO_TEMPLATE_ID_EN: brevoId,
		BREVO_TEMPLATE_ID_RU: brevoId,
		NETLIFY_BUILD_HOOK_URL: address,
		PREVIEW_KEY: text.regex(/^[\w-]{32,}$/, `must be at least 32 ${addressKeyError}`),
		STATUS_KEY: text.regex(/^[\w-]{16,}$/, `must be at least 16 ${addressKeyError}`),
		STATUS_MAIL: z.email("must be an e-mail address, such as administrator@example.org"),
		// Format of a key: https://www.indexnow.org/documentation
		INDEXNOW_KEY: text.regex(/^[\dA-Za-z-]{8,128}$/, "must be 8 to 128 letters, digits or hyphens"),
		// Part of a header, in which the refused characters separate values.
		CSP_REPORT_URL: address.regex(
			/^[^\s,;"']+$/,
			"must be an address without spaces, quotes, commas and semicolons",
		),
		HOST: ipAddress,
		STATUS_LANGUAGE: z.enum(["en", "ru"], "must be en or ru"),
		AI_CRAWLERS: z.enum(["allow", "refuse"], "must be allow or refuse"),
		DEMO: z.enum(["0", "1"], "must be 1 or absent"),
	})
	.partial()
	.extend({
		CONTENTFUL_ENVIRONMENT: text.default("master"),
		CONTENTFUL_API_URL: origin.default("https://cdn.contentful.com"),
		CONTENTFUL_ENTRY_IDS: entryIds.prefault("{}"),
		PAYMENT_LINK_HOSTS: parts.pipe(z.array(host)).default([]),
		NETLIFY_BUILD_DELAY_MINUTES: createNumber(
			2,
			"must be a whole number from 2 to 1440: Contentful can take two minutes to deliver a publication",
			1440,
		).default(5),
		NETLIFY_DEPLOYS_PER_MONTH: createNumber(1, "must be a whole number, at least 1").default(16),
		TRUSTED_PROXY: parts.pipe(z.array(ipAddress)).default([]),
		PORT: createNumber(0, "must be a whole number from 0 to 65535", 65535).default(4173),
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

/**
 * Removes white space and quotes around the value of an environment variable. Node and shells remove the quotes of a
 * `.env`, but `docker run --env-file` does not.
 */
function cleanValue(value: string): string {
	const text = value.trim();
	const isQuoted = /^["'`]./.test(text) && text.endsWith(text.charAt(0));
	return isQuoted ? text.slice(1, -1).trim() : text;
}

/** Reads and validates all environment variables. Other code gets their values from this function only. */
export function readVariables(source: NodeJS.ProcessEnv) {
	// An empty variable counts as missing.
	const given = Object.fromEntries(
		Object.keys(variables.shape).map((name) => [name, cleanValue(source[name] ?? "") || undefined]),
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

/**
 * Lists names that differ from that of a missing variable by two letters at most: two added or left out, one replaced,
 * or two in the wrong order. Short names are like too many others, so only names of several words are compared.
 */
export function listMisspellings(source: NodeJS.ProcessEnv): string[] {
	const missing = variableNames.filter((name) => name.includes("_") && !source[name]);
	return Object.keys(source).flatMap((name) => {
		const countEdits = (known: string) => diff(name, known).filter(([sign]) => sign !== 0).length;
		const meant = missing.filter((known) => [1, 2].includes(countEdits(known)));
		return meant.map((known) => `${name} is not a variable: ${known} is.`);
	});
}
