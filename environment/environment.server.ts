import type { Locale } from "../content/locales.ts";
import type { SecuritySettings } from "./headers.server.ts";
import type { Site } from "./site.ts";
import { readVariables, type Variables } from "./variables.server.ts";

type Values = ReturnType<typeof readVariables>["values"];

function createEnvironmentError(faults: string[]): Error {
	return new Error(`The environment is not right:\n${faults.join("\n")}`);
}

const brevoKeys = [
	"BREVO_API_KEY",
	"BREVO_LIST_ID",
	"BREVO_TEMPLATE_ID_EN",
	"BREVO_TEMPLATE_ID_RU",
] as const;

/** Lists Brevo's variables that are missing or malformed. When none of them is set, none counts as missing. */
function listMissingBrevo(values: Values): string[] {
	const missing = brevoKeys.filter((name) => values[name] === undefined);
	return missing.length < brevoKeys.length ? missing : [];
}

export type NewsletterSettings = NonNullable<ReturnType<typeof parseNewsletterSettings>>;

/**
 * Parses the variables of the newsletter function. Returns undefined when no variable of Brevo is set.
 * @throws Error with the names of missing and malformed variables, without their values
 */
export function parseNewsletterSettings(source: Variables = process.env) {
	const { values } = readVariables(source);
	const missing = listMissingBrevo(values);
	if (missing.length > 0) throw new Error(`Missing or malformed: ${missing.join(", ")}`);
	return createNewsletterSettings(values);
}

function createNewsletterSettings(values: Values) {
	const { BREVO_API_KEY: key, BREVO_LIST_ID: listId } = values;
	const { BREVO_TEMPLATE_ID_EN: en, BREVO_TEMPLATE_ID_RU: ru } = values;
	if (!key || !listId || !en || !ru) return undefined;
	return {
		apiUrl: values.BREVO_API_URL,
		key,
		listId,
		// Ids of Brevo's templates for the confirmation mail, by locale.
		templateIds: { "en-US": en, ru } satisfies Record<Locale, number>,
		// Origin of the link in the confirmation mail.
		siteUrl: values.SITE_URL ?? values.URL ?? `http://localhost:${values.PORT}`,
	};
}

/** Settings of functions and of the server. A malformed variable counts as missing, so that the others still work. */
export function parseSettings(source: Variables = process.env) {
	const { values } = readVariables(source);
	const { SITE_URL, URL, HOST, BREVO_API_KEY: key } = values;
	const { CONTENTFUL_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET } = values;
	const security: SecuritySettings = {
		url: SITE_URL ?? URL ?? "",
		reportUrl: values.CSP_REPORT_URL,
	};
	return {
		security,
		// Mails to the administrator. If `recipient` is undefined, they go to the contact address on the site.
		mail: key ? { apiUrl: values.BREVO_API_URL, key, recipient: values.STATUS_MAIL } : undefined,
		statusKey: values.STATUS_KEY,
		// Part of the addresses of previews. If undefined, there are no previews.
		previewKey: values.PREVIEW_KEY,
		server: {
			// IP address to listen on. If undefined, the server listens only on the loopback addresses.
			host: HOST,
			// Without `HOST`, only programs on this machine can connect, so the server trusts all of them as proxies.
			trustedProxies: HOST === undefined ? ("loopback" as const) : values.TRUSTED_PROXY,
		},
		webhooks: {
			// Signing secrets, by environment variable. The secret of a service that sends no webhooks is undefined.
			secrets: { CONTENTFUL_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET },
			// The delivery API says to which environment an alias leads.
			contentful: createContentfulAccess(values, "cdn", "CONTENTFUL_DELIVERY_TOKEN"),
		},
		builds: {
			// The URL contains a secret, so it must not be logged.
			hook: values.NETLIFY_BUILD_HOOK_URL,
			// Time without a further change before a build of the published site.
			delayMs: values.NETLIFY_BUILD_DELAY_MINUTES * 60_000,
			// Production deploys that a calendar month may have.
			deploysPerMonth: values.NETLIFY_DEPLOYS_PER_MONTH,
		},
	};
}

type Settings = ReturnType<typeof parseSettings>;
export type MailSettings = NonNullable<Settings["mail"]>;
export type WebhookSettings = Settings["webhooks"];

export type ProvisioningSettings = ReturnType<typeof parseProvisioningSettings>;

/**
 * Parses the variables of `npm run provision` and `npm run backup`.
 * @throws Error that lists each missing or malformed variable on a separate line
 */
export function parseProvisioningSettings(source: Variables = process.env) {
	const { values, faults, isMissing } = readVariables(source);
	const { SITE_URL } = values;
	const required = {
		CONTENTFUL_MANAGEMENT_TOKEN: "Contentful, Settings, CMA tokens",
		CONTENTFUL_SPACE_ID: "the id of the space",
	};
	for (const [name, place] of Object.entries(required))
		if (isMissing(name)) faults.push(`${name} is missing: ${place}.`);
	if (faults.length > 0) throw createEnvironmentError(faults);
	return {
		...createContentfulAccess(values, "api", "CONTENTFUL_MANAGEMENT_TOKEN"),
		entryIds: values.CONTENTFUL_ENTRY_IDS,
		// Origin that receives Contentful's webhooks. Contentful sends webhooks to https URLs only, so any other URL is left
		// out.
		siteUrl: SITE_URL?.startsWith("https:") ? SITE_URL : undefined,
		// Secret that signs the webhooks. When undefined, `npm run provision` generates a secret.
		webhookSecret: values.CONTENTFUL_WEBHOOK_SECRET,
	};
}

/**
 * Returns the access to one of Contentful's APIs, whose addresses differ in their first label: `cdn.contentful.com` and
 * `preview.contentful.com`, or `cdn.eu.contentful.com` and `preview.eu.contentful.com`.
 */
function createContentfulAccess(
	values: Values,
	label: "cdn" | "preview" | "api",
	token: `CONTENTFUL_${"DELIVERY" | "PREVIEW" | "MANAGEMENT"}_TOKEN`,
) {
	return {
		spaceId: values.CONTENTFUL_SPACE_ID ?? "",
		environment: values.CONTENTFUL_ENVIRONMENT,
		apiUrl: values.CONTENTFUL_API_URL.replace("//cdn.", `//${label}.`),
		token: values[token] ?? "",
		// Names of the variables, for messages.
		names: { apiUrl: "CONTENTFUL_API_URL", token },
	};
}

/** Variables of the services that a real site needs. When none of them is set, the site is the demo. */
export const serviceKeys = [
	"CONTENTFUL_SPACE_ID",
	"CONTENTFUL_DELIVERY_TOKEN",
	"STRIPE_API_KEY",
] as const;

export type Environment = ReturnType<typeof parseEnvironment>;

/**
 * Parses the environment variables of a build.
 * @throws Error that lists each missing or malformed variable on a separate line
 */
export function parseEnvironment(source: Variables = process.env) {
	const { values, faults, isMissing } = readVariables(source);
	const isDemoIntended = values.DEMO === "1";
	const isProduction = values.CONTEXT === "production";
	const missing = serviceKeys.filter(isMissing);
	const demo = missing.length === serviceKeys.length;
	const keyNames = serviceKeys.join(", ");
	if (!demo) {
		for (const key of missing)
			faults.push(`${key} is missing, while others of ${keyNames} are set.`);
	} else if (isProduction && !isDemoIntended) {
		faults.push(
			`${keyNames} are missing. To publish the demo on a production host on purpose, set DEMO=1.`,
		);
	}
	if (faults.length > 0) throw createEnvironmentError(faults);

	const publicUrl = values.SITE_URL ?? values.URL;
	// Outside Netlify, `CONTEXT` is undefined. On Netlify, only production deploys are the real site.
	const isRealSite = !demo && (values.CONTEXT === undefined || isProduction);
	const indexable = isRealSite && publicUrl !== undefined;
	const site: Site = {
		url: publicUrl ?? `http://localhost:${values.PORT}`,
		indexable,
		indexNowKey: indexable ? values.INDEXNOW_KEY : undefined,
		reportUrl: values.CSP_REPORT_URL,
	};
	return {
		/** Whether the site is the demo. The build then starts the local services of `demo/`. */
		demo,
		/** Whether DEMO=1 is set, which allows the demo to replace a real site. */
		isDemoIntended,
		/** Whether drafts are shown: see `createPreviewRenderer.ts`. */
		preview: false,
		// In the demo, scripts/pull/withDemoServices.ts replaces both by access to a local server.
		contentful: createContentfulAccess(values, "cdn", "CONTENTFUL_DELIVERY_TOKEN"),
		// Access to Contentful's preview API, which also returns drafts.
		drafts: createContentfulAccess(values, "preview", "CONTENTFUL_PREVIEW_TOKEN"),
		entryIds: values.CONTENTFUL_ENTRY_IDS,
		stripe: { apiUrl: values.STRIPE_API_URL, key: values.STRIPE_API_KEY ?? "" },
		// Undefined when a variable is missing, of which `warnings` tell.
		newsletter: createNewsletterSettings(values),
		// Hosts that a payment link in the content is allowed to have, in lower case.
		paymentLinkHosts: ["buy.stripe.com", ...values.PAYMENT_LINK_HOSTS],
		site,
		indexNowUrl: values.INDEXNOW_URL,
		port: values.PORT,
		warnings: listWarnings(values, demo),
	};
}

function listWarnings(values: Values, demo: boolean): string[] {
	const warnings: string[] = [];
	const missingBrevo = listMissingBrevo(values).join(", ");
	if (missingBrevo)
		warnings.push(`NEWSLETTER: nobody can subscribe until these are set, too: ${missingBrevo}.`);
	if (demo) {
		warnings.push(
			"DEMO: no keys are set, so this is the site of an invented practice. Search engines are kept out.",
		);
	} else if (!values.SITE_URL && !values.URL) {
		warnings.push(
			"SITE_URL is not set: addresses point to this machine, and search engines are kept out.",
		);
	}
	return warnings;
}
