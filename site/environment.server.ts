import type { Locale } from "../content/locales.ts";
import type { Protection } from "./headers.server.ts";
import type { Site } from "./site.ts";
import { readVariables, type Variables } from "./variables.server.ts";

function wrongEnvironment(faults: string[]): Error {
	return new Error(`The environment is not right:\n${faults.join("\n")}`);
}

const brevoKeys = ["BREVO_API_KEY", "BREVO_LIST_ID", "BREVO_TEMPLATE_ID_EN", "BREVO_TEMPLATE_ID_RU"] as const;

/** Lists Brevo's variables that are missing or malformed, if any of them is set. */
function listLacking({ given, malformed }: Pick<ReturnType<typeof readVariables>, "given" | "malformed">): string[] {
	const names = [...brevoKeys, "BREVO_API_URL"] as const;
	if (!names.some((name) => given[name])) return [];
	return names.filter((name) => malformed.has(name) || (name !== "BREVO_API_URL" && !given[name]));
}

export type Newsletter = NonNullable<ReturnType<typeof parseNewsletterEnvironment>>;

/**
 * Reads what the newsletter function needs.
 * @returns undefined when none of Brevo's variables is set
 * @throws Error that names what is missing or malformed, without its value
 */
export function parseNewsletterEnvironment(source: Variables = process.env) {
	const { given, values, malformed } = readVariables(source);
	const lacking = listLacking({ given, malformed });
	if (lacking.length > 0) throw new Error(`Missing or malformed: ${lacking.join(", ")}`);
	const { BREVO_API_KEY: key, BREVO_LIST_ID: listId, BREVO_TEMPLATE_ID_EN: en, BREVO_TEMPLATE_ID_RU: ru } = values;
	if (!key || !listId || !en || !ru) return undefined;
	return {
		apiUrl: values.BREVO_API_URL,
		key,
		listId,
		// Templates of the confirmation mail.
		templateIds: { "en-US": en, ru } satisfies Record<Locale, number>,
		// To which the mail leads back.
		siteUrl: values.SITE_URL ?? values.URL ?? `http://localhost:${values.PORT}`,
	};
}

export type Notices = NonNullable<ReturnType<typeof parseNotices>>;

/** Reads what mails of failed rebuilds need, to whom they go if not to the site's own address; undefined when Brevo is not set. */
export function parseNotices(source: Variables = process.env) {
	const { BREVO_API_KEY: key, BREVO_API_URL: apiUrl, STATUS_MAIL: recipient } = readVariables(source).values;
	return key ? { apiUrl, key, recipient } : undefined;
}

/** Reads the key with which `/status` is seen; undefined when nobody may. */
export function parseStatusKey(source: Variables = process.env): string | undefined {
	return readVariables(source).values.STATUS_KEY;
}

export type WebhookSettings = ReturnType<typeof parseWebhookEnvironment>;

/**
 * Reads the settings of the functions that take webhooks. A malformed value counts as missing, so that it does not stop the
 * webhooks of another service.
 */
export function parseWebhookEnvironment(source: Variables = process.env) {
	const { values } = readVariables(source);
	const aliases = values.CONTENTFUL_WEBHOOK_ENVIRONMENTS.split(",").map((name) => name.trim());
	const { CONTENTFUL_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET } = values;
	return {
		// Signing secrets. Undefined for a service whose webhooks are not set up.
		secrets: { CONTENTFUL_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET },
		contentful: {
			spaceId: values.CONTENTFUL_SPACE_ID,
			// All names that events may give the environment: an alias and its target.
			environments: [values.CONTENTFUL_ENVIRONMENT, ...aliases.filter(Boolean)],
		},
		// URL of the build hook, which is a secret.
		buildHook: values.NETLIFY_BUILD_HOOK_URL,
	};
}

/** Reads what the headers of the functions' answers hang on. What is malformed counts as absent, each by itself. */
export function parseProtection(source: Variables = process.env): Protection {
	const { SITE_URL, URL, CSP_REPORT_URL } = readVariables(source).values;
	return { url: SITE_URL ?? URL ?? "", reportUrl: CSP_REPORT_URL };
}

export type Provisioning = ReturnType<typeof parseProvisioning>;

/**
 * Reads what `npm run provision` and `npm run backup` need.
 * @throws Error that lists every missing or malformed name, one a line.
 */
export function parseProvisioning(source: Variables = process.env) {
	const { values, faults } = readVariables(source);
	const { CONTENTFUL_MANAGEMENT_TOKEN: token, CONTENTFUL_SPACE_ID: spaceId } = values;
	if (!token) faults.push("CONTENTFUL_MANAGEMENT_TOKEN is missing: Contentful, Settings, CMA tokens.");
	if (!spaceId) faults.push("CONTENTFUL_SPACE_ID is missing: the id of the space.");
	if (!token || !spaceId || faults.length > 0) throw wrongEnvironment(faults);
	return {
		apiUrl: values.CONTENTFUL_MANAGEMENT_URL,
		token,
		spaceId,
		environment: values.CONTENTFUL_ENVIRONMENT,
		entryIds: values.CONTENTFUL_ENTRY_IDS,
		// Contentful could call no other.
		siteUrl: values.SITE_URL?.startsWith("https:") ? values.SITE_URL : undefined,
		previewUrl: values.PREVIEW_SITE_URL,
		// Undefined when one is to be made.
		webhookSecret: values.CONTENTFUL_WEBHOOK_SECRET,
	};
}

/** Variables of the services that a real practice needs. When none of them is set, the site is the demo. */
export const serviceKeys = ["CONTENTFUL_SPACE_ID", "CONTENTFUL_DELIVERY_TOKEN", "STRIPE_API_KEY"] as const;

export type Environment = ReturnType<typeof parseEnvironment>;

/**
 * Reads what making the site needs, and checks all that is set beside it: what functions will need, too.
 * @param preview whether drafts are to be shown, as `--preview` says
 * @throws Error that lists every missing or malformed name, one a line.
 */
export function parseEnvironment(
	source: Variables = process.env,
	{ preview = false }: { preview?: boolean | undefined } = {},
) {
	const { given, values, malformed, faults } = readVariables(source);
	const absent = serviceKeys.filter((key) => !given[key]);
	const demo = absent.length === serviceKeys.length;
	const isDemoIntended = given.DEMO === "1";
	const production = given.CONTEXT === "production";
	const keyNames = serviceKeys.join(", ");
	if (!demo) {
		for (const key of absent) faults.push(`${key} is missing, while others of ${keyNames} are set.`);
	} else if (production && !isDemoIntended) {
		faults.push(`${keyNames} are missing. To publish the demo on a production host on purpose, set DEMO=1.`);
	}
	if (preview && !demo && !given.CONTENTFUL_PREVIEW_TOKEN) {
		faults.push(
			"CONTENTFUL_PREVIEW_TOKEN is missing: --preview reads drafts with it (Contentful, Settings, API keys).",
		);
	}
	if (preview && production) faults.push("--preview shows drafts, which must not be what a production host publishes.");
	if (faults.length > 0) throw wrongEnvironment(faults);

	const published = values.SITE_URL ?? values.URL;
	// Only the production context of a host is the real site; previews and branches are not.
	const indexable = !preview && !demo && published !== undefined && (values.CONTEXT === undefined || production);
	const warnings = [];
	const lacking = listLacking({ given, malformed });
	if (lacking.length > 0) {
		warnings.push(`NEWSLETTER: nobody can subscribe until these are set, too: ${lacking.join(", ")}.`);
	}
	if (preview) warnings.push("PREVIEW: drafts are shown. Search engines are kept out.");
	if (demo) {
		warnings.push("DEMO: no keys are set, so this is the site of an invented practice. Search engines are kept out.");
	} else if (!published) {
		warnings.push("SITE_URL is not set: addresses point to this machine, and search engines are kept out.");
	}
	const site: Site = {
		url: published ?? `http://localhost:${values.PORT}`,
		indexable,
		indexNowKey: indexable ? values.INDEXNOW_KEY : undefined,
		reportUrl: values.CSP_REPORT_URL,
	};
	return {
		// Whether the site is the invented practice of `demo/`: its services are then started for the pull.
		demo,
		// Whether the demo may take the place of a real practice.
		isDemoIntended,
		contentful: {
			apiUrl: preview ? values.CONTENTFUL_PREVIEW_URL : values.CONTENTFUL_API_URL,
			spaceId: values.CONTENTFUL_SPACE_ID ?? "",
			environment: values.CONTENTFUL_ENVIRONMENT,
			token: (preview ? values.CONTENTFUL_PREVIEW_TOKEN : values.CONTENTFUL_DELIVERY_TOKEN) ?? "",
			// The variables that the address and the token are from.
			names: preview
				? { apiUrl: "CONTENTFUL_PREVIEW_URL", token: "CONTENTFUL_PREVIEW_TOKEN" }
				: { apiUrl: "CONTENTFUL_API_URL", token: "CONTENTFUL_DELIVERY_TOKEN" },
		},
		// Whether drafts are shown, for editors alone.
		preview,
		entryIds: values.CONTENTFUL_ENTRY_IDS,
		stripe: { apiUrl: values.STRIPE_API_URL, key: values.STRIPE_API_KEY ?? "" },
		// In lower case.
		paymentLinkHosts: ["buy.stripe.com", ...values.PAYMENT_LINK_HOSTS],
		site,
		indexNowUrl: values.INDEXNOW_URL,
		// The commit that the host builds.
		commit: values.COMMIT_REF,
		port: values.PORT,
		// Notes for the person who builds.
		warnings,
	};
}
