import type { Locale } from "../content/locales.ts";
import { listMisspellings, readVariables } from "./variables.server.ts";

type Values = ReturnType<typeof readVariables>["values"];

/**
 * Returns warnings about variables that are probably wrong.
 * @throws Error that lists each fault on a separate line, then the warnings, which can name the cause of a fault
 */
function checkVariables(source: NodeJS.ProcessEnv, faults: string[], { SITE_URL = "" }: Values) {
	const warnings = listMisspellings(source);
	if (/^http:..(?!localhost|127|\[::1)/.test(SITE_URL))
		warnings.push(
			"SITE_URL begins with http://: nothing is encrypted, and Contentful sends no webhooks. Use https://.",
		);
	if (faults.length > 0)
		throw new Error(`The environment is not right:\n${[...faults, ...warnings].join("\n")}`);
	return warnings;
}

const brevoKeys = [
	"BREVO_API_KEY",
	"BREVO_LIST_ID",
	"BREVO_TEMPLATE_ID_EN",
	"BREVO_TEMPLATE_ID_RU",
] as const;

/**
 * Reads the variables of the newsletter. `missing` has the names of missing and malformed variables. When none of them is
 * set, none counts as missing.
 */
function readNewsletter(values: Values) {
	const { BREVO_API_KEY: key, BREVO_LIST_ID: listId } = values;
	const { BREVO_TEMPLATE_ID_EN: en, BREVO_TEMPLATE_ID_RU: ru } = values;
	if (!key || !listId || !en || !ru) {
		const missing = brevoKeys.filter((name) => values[name] === undefined);
		return { missing: missing.length < brevoKeys.length ? missing.join(", ") : "" };
	}
	const settings = {
		apiUrl: values.BREVO_API_URL,
		key,
		listId,
		// Ids of Brevo's templates for the confirmation mail, by locale.
		templateIds: { "en-US": en, ru },
		// Origin of the link in the confirmation mail.
		siteUrl: values.SITE_URL ?? `http://localhost:${values.PORT}`,
	};
	return { settings };
}

/** Settings of functions and of the server. A malformed variable counts as missing, so that the others still work. */
export function parseValidSettings(source = process.env) {
	const { values } = readVariables(source);
	const { HOST: host, BREVO_API_KEY: key } = values;
	const { CONTENTFUL_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET } = values;
	const statusLocale: Locale = values.STATUS_LANGUAGE === "ru" ? "ru" : "en-US";
	return {
		// Without `reportUrl`, because reports contain the URL, and with it the key of a preview or of the status page.
		security: { url: values.SITE_URL ?? "" },
		// Mails to the administrator. If `recipient` is undefined, they go to their sender.
		mail: key ? { apiUrl: values.BREVO_API_URL, key, recipient: values.STATUS_MAIL } : undefined,
		newsletter: readNewsletter(values),
		statusKey: values.STATUS_KEY,
		/** Language of `/status` and of mails to the administrator. */
		statusLocale,
		// Part of the addresses of previews. If undefined, there are no previews.
		previewKey: values.PREVIEW_KEY,
		server: {
			// IP address to listen on. If undefined, the server listens only on the loopback addresses.
			host,
			// Without `HOST`, only programs on this machine can connect, so proxies on 127.0.0.1 and ::1 are trusted.
			trustedProxies: host ? values.TRUSTED_PROXY : undefined,
		},
		webhooks: {
			// Signing secrets, by environment variable. The secret of a service that sends no webhooks is undefined.
			secrets: { CONTENTFUL_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET },
			// The delivery API says to which environment an alias leads.
			contentful: createContentfulAccess(values, "CONTENTFUL_DELIVERY_TOKEN"),
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

type Settings = ReturnType<typeof parseValidSettings>;
export type NewsletterSettings = NonNullable<Settings["newsletter"]["settings"]>;
export type MailSettings = NonNullable<Settings["mail"]>;
export type WebhookSettings = Settings["webhooks"];

export type ProvisioningSettings = ReturnType<typeof requireProvisioningSettings>;

/**
 * Parses the variables of `npm run provision` and `npm run backup`.
 * @throws Error that lists each missing or malformed variable on a separate line
 */
export function requireProvisioningSettings(source = process.env) {
	const { values, faults, isMissing } = readVariables(source);
	for (const name of ["CONTENTFUL_MANAGEMENT_TOKEN", "CONTENTFUL_SPACE_ID"])
		if (isMissing(name)) faults.push(`${name} is missing: see docs/provision.md.`);
	const warnings = checkVariables(source, faults, values);
	return {
		...createContentfulAccess(values, "CONTENTFUL_MANAGEMENT_TOKEN"),
		entryIds: values.CONTENTFUL_ENTRY_IDS,
		// Origin that receives Contentful's webhooks. Contentful sends them to https URLs only.
		siteUrl: values.SITE_URL?.startsWith("https:") ? values.SITE_URL : undefined,
		// Secret that signs the webhooks. When undefined, `npm run provision` generates a secret.
		webhookSecret: values.CONTENTFUL_WEBHOOK_SECRET,
		warnings,
	};
}

/**
 * First label of the address of each API of Contentful, by its token: `cdn.contentful.com` and `preview.contentful.com`,
 * or `cdn.eu.contentful.com` and `preview.eu.contentful.com`.
 */
const contentfulApis = {
	CONTENTFUL_DELIVERY_TOKEN: "cdn",
	CONTENTFUL_PREVIEW_TOKEN: "preview",
	CONTENTFUL_MANAGEMENT_TOKEN: "api",
};

/** Returns the access to one of Contentful's APIs. */
function createContentfulAccess(values: Values, token: keyof typeof contentfulApis) {
	return {
		spaceId: values.CONTENTFUL_SPACE_ID ?? "",
		environment: values.CONTENTFUL_ENVIRONMENT,
		apiUrl: values.CONTENTFUL_API_URL.replace("//cdn.", `//${contentfulApis[token]}.`),
		token: values[token] ?? "",
		// Name of the variable, for messages.
		tokenName: token,
	};
}

/**
 * Hosts of Stripe's payment links. The `submit_type` of a link decides which of them it has:
 * https://docs.stripe.com/api/payment-link/create
 */
export const stripeHosts = ["buy.stripe.com", "book.stripe.com", "donate.stripe.com"];

/** Variables of the services that a real site needs. When none of them is set, the site is the demo. */
export const serviceKeys = ["CONTENTFUL_SPACE_ID", "CONTENTFUL_DELIVERY_TOKEN", "STRIPE_API_KEY"];

export type Environment = ReturnType<typeof requireEnvironment>;

/**
 * Parses the environment variables of a build.
 * @throws Error that lists each missing or malformed variable on a separate line
 */
export function requireEnvironment(source = process.env) {
	const { values, faults, isMissing } = readVariables(source);
	const isDemoIntended = values.DEMO === "1";
	const isProduction = values.CONTEXT === "production";
	const missing = serviceKeys.filter(isMissing);
	const demo = missing.length === serviceKeys.length;
	const isDemoAllowed = isDemoIntended || !isProduction;
	if (missing.length > 0 && !(demo && isDemoAllowed)) {
		const names = serviceKeys.join(", ");
		faults.push(
			`Missing: ${missing.join(", ")}. For the demo, set none of ${names}, and on a production host DEMO=1.`,
		);
	}
	const warnings = checkVariables(source, faults, values);

	const { SITE_URL, CONTEXT, PORT } = values;
	// Outside Netlify, `CONTEXT` is undefined. On Netlify, only production deploys are the real site.
	const isRealSite = !demo && (CONTEXT === undefined || isProduction);
	const indexable = isRealSite && SITE_URL !== undefined;
	const newsletter = readNewsletter(values);
	if (newsletter.missing)
		warnings.push(
			`NEWSLETTER: nobody can subscribe until these are set, too: ${newsletter.missing}.`,
		);
	if (demo)
		warnings.push(
			"DEMO: no keys are set, so this is the site of an invented practice. Search engines are kept out.",
		);
	else if (!SITE_URL)
		warnings.push(
			"SITE_URL is not set: addresses point to this machine, and search engines are kept out.",
		);
	return {
		/** Whether the site is the demo. The build then starts the local services of `demo/`. */
		demo,
		/** Whether DEMO=1 is set, which allows the demo to replace a real site. */
		isDemoIntended,
		/** Whether drafts are shown: see `createPreviewRenderer.ts`. */
		preview: false,
		// In the demo, scripts/pull/withDemoServices.ts replaces both by access to a local server.
		contentful: createContentfulAccess(values, "CONTENTFUL_DELIVERY_TOKEN"),
		// Access to Contentful's preview API, which also returns drafts.
		drafts: createContentfulAccess(values, "CONTENTFUL_PREVIEW_TOKEN"),
		entryIds: values.CONTENTFUL_ENTRY_IDS,
		stripe: { apiUrl: values.STRIPE_API_URL, key: values.STRIPE_API_KEY ?? "" },
		// Undefined when a variable is missing, of which `warnings` tell.
		newsletter: newsletter.settings,
		mail: parseValidSettings(source).mail,
		/** Whether functions can send mails. The demo stores them in a file. */
		canSendMails: demo || values.BREVO_API_KEY !== undefined,
		// Hosts that a payment link in the content is allowed to have, in lower case.
		paymentLinkHosts: [...stripeHosts, ...values.PAYMENT_LINK_HOSTS],
		site: {
			url: SITE_URL ?? `http://localhost:${PORT}`,
			indexable,
			indexNowKey: indexable ? values.INDEXNOW_KEY : undefined,
			reportUrl: values.CSP_REPORT_URL,
			aiCrawlers: values.AI_CRAWLERS,
		},
		indexNowUrl: values.INDEXNOW_URL,
		port: PORT,
		warnings,
	};
}
