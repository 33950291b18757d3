import type { Locale } from "../content/locales.ts";
import type { SecuritySettings } from "./headers.server.ts";
import type { Site } from "./site.ts";
import { readVariables, type Variables } from "./variables.server.ts";

function createEnvironmentError(faults: string[]): Error {
	return new Error(`The environment is not right:\n${faults.join("\n")}`);
}

type VariableReport = ReturnType<typeof readVariables>;

const brevoKeys = [
	"BREVO_API_KEY",
	"BREVO_LIST_ID",
	"BREVO_TEMPLATE_ID_EN",
	"BREVO_TEMPLATE_ID_RU",
] as const;

/** Lists Brevo's variables that are missing or malformed. When no variable of Brevo is set, none counts as missing. */
function listBrevoFaults({ rawValues, malformed }: VariableReport): string[] {
	const names = [...brevoKeys, "BREVO_API_URL"] as const;
	if (!names.some((name) => rawValues[name])) return [];
	const required: readonly string[] = brevoKeys;
	return names.filter(
		(name) => malformed.has(name) || (required.includes(name) && !rawValues[name]),
	);
}

export type NewsletterSettings = NonNullable<ReturnType<typeof parseNewsletterSettings>>;

/**
 * Parses the variables of the newsletter function. Returns undefined when no variable of Brevo is set.
 * @throws Error with the names of missing and malformed variables, without their values
 */
export function parseNewsletterSettings(source: Variables = process.env) {
	const report = readVariables(source);
	const faults = listBrevoFaults(report);
	if (faults.length > 0) throw new Error(`Missing or malformed: ${faults.join(", ")}`);
	const { values } = report;
	const {
		BREVO_API_KEY: key,
		BREVO_LIST_ID: listId,
		BREVO_TEMPLATE_ID_EN: en,
		BREVO_TEMPLATE_ID_RU: ru,
	} = values;
	// Incomplete settings have already thrown an error, so either all four values are set or none.
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

export type MailSettings = NonNullable<ReturnType<typeof parseMailSettings>>;

/** Parses the settings of mails to the administrator. Returns undefined when Brevo's key is missing. */
export function parseMailSettings(source: Variables = process.env) {
	const {
		BREVO_API_KEY: key,
		BREVO_API_URL: apiUrl,
		STATUS_MAIL: recipient,
	} = readVariables(source).values;
	if (!key) return undefined;
	// If `recipient` is undefined, status mails go to the contact address on the site.
	return { apiUrl, key, recipient };
}

export function parseServerSettings(source: Variables = process.env) {
	const { STATUS_KEY, HOST, TRUSTED_PROXY } = readVariables(source).values;
	return {
		statusKey: STATUS_KEY,
		// IP address to listen on. If undefined, the server listens only on the loopback addresses.
		host: HOST,
		// Without `HOST`, only programs on this machine can connect, so the server trusts all of them as proxies.
		trustedProxies: HOST === undefined ? ("loopback" as const) : TRUSTED_PROXY,
	};
}

/** Returns the key in the addresses of previews. A malformed key counts as missing, so that there are no previews. */
export function parsePreviewKey(source: Variables = process.env): string | undefined {
	return readVariables(source).values.PREVIEW_KEY;
}

export type WebhookSettings = ReturnType<typeof parseWebhookSettings>;

/** Parses the webhook settings. Treats a malformed setting as missing, so that the other settings still work. */
export function parseWebhookSettings(source: Variables = process.env) {
	const { values } = readVariables(source);
	const { CONTENTFUL_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET } = values;
	return {
		// Signing secrets, by environment variable. The secret of a service that sends no webhooks is undefined.
		secrets: { CONTENTFUL_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET },
		contentful: {
			spaceId: values.CONTENTFUL_SPACE_ID,
			environment: values.CONTENTFUL_ENVIRONMENT,
			// The delivery API says to which environment an alias leads.
			apiUrl: values.CONTENTFUL_API_URL,
			token: values.CONTENTFUL_DELIVERY_TOKEN ?? "",
		},
	};
}

/** Parses the settings of builds on Netlify. A malformed build hook counts as missing; other values get defaults. */
export function parseBuildSettings(source: Variables = process.env) {
	const { values } = readVariables(source);
	return {
		// The URL contains a secret, so it must not be logged.
		hook: values.NETLIFY_BUILD_HOOK_URL,
		// Time without a further change before a build of the published site.
		delayMs: values.NETLIFY_BUILD_DELAY_MINUTES * 60_000,
		// Production deploys that a calendar month may have.
		deploysPerMonth: values.NETLIFY_DEPLOYS_PER_MONTH,
	};
}

/** Parses the settings of the security headers. A malformed value counts as missing. */
export function parseSecuritySettings(source: Variables = process.env): SecuritySettings {
	const { SITE_URL, URL, CSP_REPORT_URL } = readVariables(source).values;
	return { url: SITE_URL ?? URL ?? "", reportUrl: CSP_REPORT_URL };
}

export type ProvisioningSettings = ReturnType<typeof parseProvisioningSettings>;

/**
 * Parses the variables of `npm run provision` and `npm run backup`.
 * @throws Error that lists each missing or malformed variable on a separate line
 */
export function parseProvisioningSettings(source: Variables = process.env) {
	const { values, faults } = readVariables(source);
	const { CONTENTFUL_MANAGEMENT_TOKEN: token, CONTENTFUL_SPACE_ID: spaceId } = values;
	if (!token)
		faults.push("CONTENTFUL_MANAGEMENT_TOKEN is missing: Contentful, Settings, CMA tokens.");
	if (!spaceId) faults.push("CONTENTFUL_SPACE_ID is missing: the id of the space.");
	if (!token || !spaceId || faults.length > 0) throw createEnvironmentError(faults);
	return {
		apiUrl: values.CONTENTFUL_MANAGEMENT_URL,
		token,
		spaceId,
		environment: values.CONTENTFUL_ENVIRONMENT,
		entryIds: values.CONTENTFUL_ENTRY_IDS,
		// Origin that receives Contentful's webhooks. Contentful sends webhooks to https URLs only, so any other URL is left
		// out.
		siteUrl: values.SITE_URL?.startsWith("https:") ? values.SITE_URL : undefined,
		// Secret that signs the webhooks. When undefined, `npm run provision` generates a secret.
		webhookSecret: values.CONTENTFUL_WEBHOOK_SECRET,
	};
}

/** Variables of the services that a real site needs. When none of them is set, the site is the demo. */
export const serviceKeys = [
	"CONTENTFUL_SPACE_ID",
	"CONTENTFUL_DELIVERY_TOKEN",
	"STRIPE_API_KEY",
] as const;

export type Environment = ReturnType<typeof parseEnvironment>;

type Mode = {
	/** Whether the site is the demo. The build then starts the local services of `demo/`. */
	demo: boolean;
	/** Whether DEMO=1 is set, which allows the demo to replace a real site. */
	isDemoIntended: boolean;
	/** Whether this build is a production deploy on Netlify. */
	production: boolean;
};

/**
 * Parses the environment variables of a build.
 * @throws Error that lists each missing or malformed variable on a separate line
 */
export function parseEnvironment(source: Variables = process.env) {
	const report = readVariables(source);
	const { rawValues, values } = report;
	const mode: Mode = {
		demo: serviceKeys.every((key) => !rawValues[key]),
		isDemoIntended: rawValues.DEMO === "1",
		production: rawValues.CONTEXT === "production",
	};
	const faults = [...report.faults, ...checkServiceKeys(rawValues, mode)];
	if (faults.length > 0) throw createEnvironmentError(faults);

	// Malformed variables have already thrown an error, so only missing ones are left.
	const missingBrevoNames = listBrevoFaults(report);
	const publicUrl = values.SITE_URL ?? values.URL;
	return {
		demo: mode.demo,
		isDemoIntended: mode.isDemoIntended,
		/** Whether drafts are shown: see `createPreviewRenderer.ts`. */
		preview: false,
		contentful: createContentfulAccess(values, "CONTENTFUL_API_URL", "CONTENTFUL_DELIVERY_TOKEN"),
		// Access to Contentful's preview API, which also returns drafts.
		drafts: createContentfulAccess(values, "CONTENTFUL_PREVIEW_URL", "CONTENTFUL_PREVIEW_TOKEN"),
		entryIds: values.CONTENTFUL_ENTRY_IDS,
		stripe: { apiUrl: values.STRIPE_API_URL, key: values.STRIPE_API_KEY ?? "" },
		// Undefined when a variable is missing, of which `warnings` tell.
		newsletter: missingBrevoNames.length > 0 ? undefined : parseNewsletterSettings(source),
		// Hosts that a payment link in the content is allowed to have, in lower case.
		paymentLinkHosts: ["buy.stripe.com", ...values.PAYMENT_LINK_HOSTS],
		site: createSite(values, mode, publicUrl),
		indexNowUrl: values.INDEXNOW_URL,
		// Id of the git commit that Netlify builds.
		commit: values.COMMIT_REF,
		port: values.PORT,
		warnings: listWarnings(mode, publicUrl, missingBrevoNames),
	};
}

function checkServiceKeys(
	rawValues: VariableReport["rawValues"],
	{ demo, production, isDemoIntended }: Mode,
): string[] {
	const keyNames = serviceKeys.join(", ");
	if (!demo) {
		const missing = serviceKeys.filter((key) => !rawValues[key]);
		return missing.map((key) => `${key} is missing, while others of ${keyNames} are set.`);
	}
	if (!production || isDemoIntended) return [];
	return [
		`${keyNames} are missing. To publish the demo on a production host on purpose, set DEMO=1.`,
	];
}

/**
 * Returns the access to one of Contentful's APIs. In the demo, scripts/pull/withDemoServices.ts replaces it by access to
 * a local server.
 */
function createContentfulAccess(
	values: VariableReport["values"],
	apiUrl: "CONTENTFUL_API_URL" | "CONTENTFUL_PREVIEW_URL",
	token: "CONTENTFUL_DELIVERY_TOKEN" | "CONTENTFUL_PREVIEW_TOKEN",
) {
	return {
		spaceId: values.CONTENTFUL_SPACE_ID ?? "",
		environment: values.CONTENTFUL_ENVIRONMENT,
		apiUrl: values[apiUrl],
		token: values[token] ?? "",
		// Names of the variables, for messages.
		names: { apiUrl, token },
	};
}

/** @param publicUrl origin of the site; undefined when no URL is configured */
function createSite(
	values: VariableReport["values"],
	mode: Mode,
	publicUrl: string | undefined,
): Site {
	// Outside Netlify, `CONTEXT` is undefined. On Netlify, only production deploys are the real site.
	const isRealSite = values.CONTEXT === undefined || mode.production;
	const indexable = !mode.demo && publicUrl !== undefined && isRealSite;
	return {
		url: publicUrl ?? `http://localhost:${values.PORT}`,
		indexable,
		indexNowKey: indexable ? values.INDEXNOW_KEY : undefined,
		reportUrl: values.CSP_REPORT_URL,
	};
}

function listWarnings(
	{ demo }: Mode,
	publicUrl: string | undefined,
	missingBrevoNames: string[],
): string[] {
	const warnings: string[] = [];
	if (missingBrevoNames.length > 0) {
		warnings.push(
			`NEWSLETTER: nobody can subscribe until these are set, too: ${missingBrevoNames.join(", ")}.`,
		);
	}
	if (demo) {
		warnings.push(
			"DEMO: no keys are set, so this is the site of an invented practice. Search engines are kept out.",
		);
	} else if (!publicUrl) {
		warnings.push(
			"SITE_URL is not set: addresses point to this machine, and search engines are kept out.",
		);
	}
	return warnings;
}
