import { z } from "zod";
import type { Protection } from "./headers.server.ts";
import type { Locale } from "./locales.ts";
import { type PageEntryName, pageEntryNames } from "./model.ts";
import type { Site } from "./site.ts";

/** The environment, by name. */
type Variables = Record<string, string | undefined>;

/** A service's address: http or https, with a path at most. */
const origin = z
	.url({ protocol: /^https?$/, error: "must be an address that begins with https:// (or http:// on this machine)" })
	.transform((value) => value.replace(/\/+$/, ""));

const siteUrl = origin
	.refine((value) => new URL(value).href === `${new URL(value).origin}/`, {
		error: "must be an origin without a path, e.g. https://www.example.org",
	})
	.transform((value) => new URL(value).origin);

/** Goes into headers, where spaces, commas and semicolons have a meaning. */
const reportUrl = origin.refine((value) => /^[^\s,;"']+$/.test(value), {
	error: "must be an address without spaces, quotes, commas and semicolons",
});

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
	.pipe(z.partialRecord(z.enum(pageEntryNames), z.string(idsError).trim().min(1, idsError), { error: idsError }))
	.superRefine((given, context) => {
		const ids = withDefaultIds(given);
		for (const id of new Set(Object.values(ids))) {
			const names = pageEntryNames.filter((name) => ids[name] === id);
			if (names.length > 1) context.addIssue(`gives the id "${id}" to ${names.join(" and ")}: each needs its own`);
		}
	});

/** An entry that is not named has its own name for an id. */
function withDefaultIds(given: Partial<Record<PageEntryName, string>>): Record<PageEntryName, string> {
	return Object.fromEntries(pageEntryNames.map((name) => [name, given[name] ?? name])) as Record<PageEntryName, string>;
}

const hosts = z.string().transform((value, context) => {
	const entries = value.split(",").map((entry) => entry.trim());
	return entries.filter(Boolean).flatMap((entry) => {
		const url = /^[^/?#@\\\s]+$/.test(entry) ? URL.parse(`https://${entry}`) : null;
		// As links are compared: in lower case, without the port that https has anyway.
		if (url && /^[a-z0-9.-]+$/.test(url.hostname)) return [url.host];
		context.addIssue(
			`must be hosts with commas between them, such as pay.example.org or pay.example.org:8443, without https:// and without a path; "${entry}" is none`,
		);
		return [];
	});
});

const names = z.object({
	CONTENTFUL_SPACE_ID: z.string().optional(),
	CONTENTFUL_DELIVERY_TOKEN: z.string().optional(),
	STRIPE_API_KEY: z.string().optional(),
	SITE_URL: siteUrl.optional(),
	CONTENTFUL_ENVIRONMENT: z.string().default("master"),
	CONTENTFUL_API_URL: origin.default("https://cdn.contentful.com"),
	CONTENTFUL_PREVIEW_TOKEN: z.string().optional(),
	CONTENTFUL_PREVIEW_URL: origin.default("https://preview.contentful.com"),
	CONTENTFUL_ENTRY_IDS: entryIds.default({}),
	STRIPE_API_URL: siteUrl.default("https://api.stripe.com"),
	PAYMENT_LINK_HOSTS: hosts.default([]),
	CSP_REPORT_URL: reportUrl.optional(),
	DEMO: z.enum(["0", "1"], { error: "must be 1 or absent" }).optional(),
	PORT: z.coerce.number({ error: "must be a port number" }).int().min(0).max(65535).default(4173),
	// Set by the host: https://docs.netlify.com/configure-builds/environment-variables/
	URL: siteUrl.optional(),
	CONTEXT: z.string().optional(),
	COMMIT_REF: z.string().optional(),
});

/** A whole number above zero, as Brevo's ids are. */
const id = z.coerce.number().int().positive();

const brevo = names.pick({ SITE_URL: true, URL: true, PORT: true }).extend({
	BREVO_API_KEY: z.string(),
	BREVO_LIST_ID: id,
	BREVO_TEMPLATE_ID_EN: id,
	BREVO_TEMPLATE_ID_RU: id,
	BREVO_API_URL: origin.default("https://api.brevo.com"),
});

export type Newsletter = {
	apiUrl: string;
	key: string;
	listId: number;
	/** The mail that asks for confirmation, in each language. */
	templateIds: Record<Locale, number>;
	/** The origin to which the mail leads back. */
	siteUrl: string;
};

/**
 * Reads what the newsletter function needs.
 * @returns undefined when none of Brevo's variables is set
 * @throws Error that names what is missing or malformed, without its value
 */
export function parseNewsletterEnvironment(source: Variables = process.env): Newsletter | undefined {
	const given = withoutEmpty(source);
	if (!Object.keys(given).some((name) => name.startsWith("BREVO_"))) return undefined;
	const { data, error } = brevo.safeParse(given);
	if (error) throw new Error(`Missing or malformed: ${error.issues.map(({ path }) => path[0]).join(", ")}`);
	return {
		apiUrl: data.BREVO_API_URL,
		key: data.BREVO_API_KEY,
		listId: data.BREVO_LIST_ID,
		templateIds: { "en-US": data.BREVO_TEMPLATE_ID_EN, ru: data.BREVO_TEMPLATE_ID_RU },
		siteUrl: data.SITE_URL ?? data.URL ?? `http://localhost:${data.PORT}`,
	};
}

/** Exactly what Contentful takes: https://www.contentful.com/developers/docs/webhooks/request-verification/ */
const signingSecret = z
	.string()
	.regex(/^[0-9a-zA-Z+/=_-]{64}$/, { error: "must be 64 letters, digits or any of +/=_- (absent: one is made)" });

const webhooks = names.pick({ CONTENTFUL_SPACE_ID: true, CONTENTFUL_ENVIRONMENT: true }).extend({
	CONTENTFUL_WEBHOOK_ENVIRONMENTS: z.string().default(""),
	CONTENTFUL_WEBHOOK_SECRET: signingSecret.optional(),
	STRIPE_WEBHOOK_SECRET: z.string().optional(),
	NETLIFY_BUILD_HOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
});

export type Webhooks = {
	contentful: {
		/** What webhooks are signed with; undefined when they are not set up. */
		secret: string | undefined;
		spaceId: string | undefined;
		/** The environment under all the names that events may give it: an alias and what it leads to. */
		environments: string[];
	};
	stripe: { secret: string | undefined };
	/** The address that makes the host build, which is a secret. */
	buildHook: string | undefined;
};

/**
 * Reads what the functions need that take webhooks.
 * @throws Error that names what is malformed, without its value
 */
export function parseWebhookEnvironment(source: Variables = process.env): Webhooks {
	const { data, error } = webhooks.safeParse(withoutEmpty(source));
	if (error) throw new Error(`Malformed: ${error.issues.map(({ path }) => path[0]).join(", ")}`);
	const others = data.CONTENTFUL_WEBHOOK_ENVIRONMENTS.split(",").map((name) => name.trim());
	return {
		contentful: {
			secret: data.CONTENTFUL_WEBHOOK_SECRET,
			spaceId: data.CONTENTFUL_SPACE_ID,
			environments: [data.CONTENTFUL_ENVIRONMENT, ...others.filter(Boolean)],
		},
		stripe: { secret: data.STRIPE_WEBHOOK_SECRET },
		buildHook: data.NETLIFY_BUILD_HOOK_URL,
	};
}

/**
 * Reads what the headers of the functions' answers hang on. Faults have stopped the build: here, what is malformed counts
 * as absent.
 */
export function parseProtection(source: Variables = process.env): Protection {
	const { data } = names.pick({ SITE_URL: true, URL: true, CSP_REPORT_URL: true }).safeParse(withoutEmpty(source));
	return { url: data?.SITE_URL ?? data?.URL ?? "", reportUrl: data?.CSP_REPORT_URL };
}

/** White space around a value does not count, and an empty value counts as absent. */
function withoutEmpty(source: Variables): Variables {
	const trimmed = Object.entries(source).map(([name, value]) => [name, value?.trim()] as const);
	return Object.fromEntries(trimmed.filter(([, value]) => value));
}

const provisioning = z.object({
	CONTENTFUL_MANAGEMENT_TOKEN: z.string("is missing: Contentful, Settings, CMA tokens"),
	CONTENTFUL_SPACE_ID: z.string("is missing: the id of the space to fill"),
	CONTENTFUL_ENVIRONMENT: names.shape.CONTENTFUL_ENVIRONMENT,
	CONTENTFUL_MANAGEMENT_URL: siteUrl.default("https://api.contentful.com"),
	CONTENTFUL_WEBHOOK_SECRET: signingSecret.optional(),
	SITE_URL: siteUrl.optional(),
});

/** What `npm run provision` needs to know. */
export type Provisioning = {
	apiUrl: string;
	token: string;
	spaceId: string;
	environment: string;
	/** Undefined when the site has no address yet that Contentful could call. */
	siteUrl: string | undefined;
	/** Undefined when one is to be made. */
	webhookSecret: string | undefined;
};

/**
 * Reads what filling a new space needs.
 * @throws Error that lists every missing or malformed name, one a line.
 */
export function parseProvisioning(source: Variables = process.env): Provisioning {
	const { data, error } = provisioning.safeParse(withoutEmpty(source));
	if (error) throw wrongEnvironment(error.issues.map(({ path, message }) => `${String(path[0])} ${message}.`));
	return {
		apiUrl: data.CONTENTFUL_MANAGEMENT_URL,
		token: data.CONTENTFUL_MANAGEMENT_TOKEN,
		spaceId: data.CONTENTFUL_SPACE_ID,
		environment: data.CONTENTFUL_ENVIRONMENT,
		siteUrl: data.SITE_URL?.startsWith("https:") ? data.SITE_URL : undefined,
		webhookSecret: data.CONTENTFUL_WEBHOOK_SECRET,
	};
}

function wrongEnvironment(faults: string[]): Error {
	return new Error(`The environment is not right:\n${faults.join("\n")}`);
}

export type Environment = {
	/** Whether the site is the invented practice of `demo/`: its services are then started for the pull. */
	demo: boolean;
	contentful: {
		apiUrl: string;
		spaceId: string;
		environment: string;
		token: string;
		/** The variables that the address and the token are from. */
		names: { apiUrl: string; token: string };
	};
	/** Whether drafts are shown, for editors alone. */
	preview: boolean;
	/** The entry id of each of the ten entries. */
	entryIds: Record<PageEntryName, string>;
	stripe: { apiUrl: string; key: string };
	/** Hosts on which payment links may lie, in lower case. */
	paymentLinkHosts: string[];
	site: Site;
	/** The commit that the host builds. */
	commit?: string | undefined;
	/** The port of the local server. */
	port: number;
	/** What the person who builds should know. */
	warnings: string[];
};

/**
 * Reads and checks the environment: the only place that does. White space around a value does not count, and an empty
 * value counts as absent.
 * @param preview whether drafts are to be shown, as `--preview` says
 * @throws Error that lists every missing or malformed name, one a line.
 */
export function parseEnvironment(
	source: Variables = process.env,
	{ preview = false }: { preview?: boolean | undefined } = {},
): Environment {
	const given = withoutEmpty(source);
	const parsed = names.safeParse(given);
	const faults = parsed.success ? [] : parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`);
	const keys = ["CONTENTFUL_SPACE_ID", "CONTENTFUL_DELIVERY_TOKEN", "STRIPE_API_KEY"] as const;
	const absent = keys.filter((key) => !given[key]);
	const demo = absent.length === keys.length;
	const production = given.CONTEXT === "production";
	if (!demo) {
		for (const key of absent) faults.push(`${key} is missing, while others of ${keys.join(", ")} are set.`);
	} else if (production && given.DEMO !== "1") {
		faults.push(`${keys.join(", ")} are missing. To publish the demo on a production host on purpose, set DEMO=1.`);
	}
	if (preview && !demo && !given.CONTENTFUL_PREVIEW_TOKEN) {
		faults.push(
			"CONTENTFUL_PREVIEW_TOKEN is missing: --preview reads drafts with it (Contentful, Settings, API keys).",
		);
	}
	if (preview && production) faults.push("--preview shows drafts, which must not be what a production host publishes.");
	if (!parsed.success || faults.length > 0) throw wrongEnvironment(faults);

	const values = parsed.data;
	const published = values.SITE_URL ?? values.URL;
	const warnings = [];
	if (preview) warnings.push("PREVIEW: drafts are shown. Search engines are kept out.");
	if (demo) {
		warnings.push("DEMO: no keys are set, so this is the site of an invented practice. Search engines are kept out.");
	} else if (!published) {
		warnings.push("SITE_URL is not set: addresses point to this machine, and search engines are kept out.");
	}
	return {
		demo,
		contentful: {
			apiUrl: preview ? values.CONTENTFUL_PREVIEW_URL : values.CONTENTFUL_API_URL,
			spaceId: values.CONTENTFUL_SPACE_ID ?? "",
			environment: values.CONTENTFUL_ENVIRONMENT,
			token: (preview ? values.CONTENTFUL_PREVIEW_TOKEN : values.CONTENTFUL_DELIVERY_TOKEN) ?? "",
			names: preview
				? { apiUrl: "CONTENTFUL_PREVIEW_URL", token: "CONTENTFUL_PREVIEW_TOKEN" }
				: { apiUrl: "CONTENTFUL_API_URL", token: "CONTENTFUL_DELIVERY_TOKEN" },
		},
		preview,
		entryIds: withDefaultIds(values.CONTENTFUL_ENTRY_IDS),
		stripe: { apiUrl: values.STRIPE_API_URL, key: values.STRIPE_API_KEY ?? "" },
		paymentLinkHosts: ["buy.stripe.com", ...values.PAYMENT_LINK_HOSTS],
		site: {
			url: published ?? `http://localhost:${values.PORT}`,
			// Only the production context of a host is the real site; previews and branches are not.
			indexable: !preview && !demo && published !== undefined && (values.CONTEXT === undefined || production),
			reportUrl: values.CSP_REPORT_URL,
		},
		commit: values.COMMIT_REF,
		port: values.PORT,
		warnings,
	};
}
