import { expect, test } from "vitest";
import { pageEntryNames } from "../content/model.ts";
import {
	parseValidSettings,
	requireEnvironment,
	requireProvisioningSettings,
	stripeHosts,
} from "./environment.server.ts";

const site = "https://www.example.org";
const keys = {
	CONTENTFUL_SPACE_ID: "space",
	CONTENTFUL_DELIVERY_TOKEN: "token",
	STRIPE_API_KEY: "rk_live",
};
const real = { ...keys, SITE_URL: site };

test.each([
	["keys without a value", { STRIPE_API_KEY: " " }, "http://localhost:4173"],
	["a host's preview", { CONTEXT: "deploy-preview" }, "http://localhost:4173"],
	["a production host with DEMO=1", { CONTEXT: "production", DEMO: "1", URL: site }, site],
])("%s give the demo, which is not indexable", (_, variables, url) => {
	const { demo, warnings, site } = requireEnvironment(variables);
	expect({ demo, site }).toEqual({ demo: true, site: { url, indexable: false } });
	expect(warnings).toEqual([expect.stringContaining("DEMO")]);
});

test.each(["", "0"])("a production host with DEMO=%s refuses the demo", (DEMO) => {
	expect(() => requireEnvironment({ CONTEXT: "production", DEMO })).toThrow(/host DEMO=1\.$/);
});

test("values may have white space around them", () => {
	const variables = {
		...real,
		CONTENTFUL_ENTRY_IDS: '{"home":" 5KsDBWseXY6QegucYAoacS"}',
		PAYMENT_LINK_HOSTS: "Pay.Example.org, buy.example.org",
		CONTENTFUL_API_URL: "https://cdn.eu.contentful.com/",
		CONTENTFUL_PREVIEW_TOKEN: "preview",
	};
	const pasted = Object.entries(variables).map(([name, value]) => [name, ` ${value}\n`]);
	expect(requireEnvironment(Object.fromEntries(pasted))).toMatchObject({
		entryIds: { home: "5KsDBWseXY6QegucYAoacS", about: "about" },
		paymentLinkHosts: [...stripeHosts, "pay.example.org", "buy.example.org"],
		contentful: { apiUrl: "https://cdn.eu.contentful.com", token: "token" },
		drafts: { apiUrl: "https://preview.eu.contentful.com", token: "preview" },
		demo: false,
		site: { url: site, indexable: true },
		warnings: [],
	});
});

test.each([
	[{ URL: "https://host.example" }, "https://host.example", true],
	[{ SITE_URL: "https://WWW.example.org", URL: "https://host.example" }, site, true],
	[{ SITE_URL: site, CONTEXT: "branch-deploy" }, site, false],
	[{ PORT: "8080" }, "http://localhost:8080", false],
])("the address with %j is %s, indexable: %s", (variables, url, indexable) => {
	const { site } = requireEnvironment({ ...keys, INDEXNOW_KEY: "0123456789", ...variables });
	expect(site).toEqual({ url, indexable, indexNowKey: indexable ? "0123456789" : undefined });
});

test.each([
	["http://www.example.org", 1],
	["http://localhost:8080", 0],
	["http://127.0.0.1", 0],
	["http://[::1]:80", 0],
	[site, 0],
])("SITE_URL=%s gives %i warnings", (SITE_URL, count) => {
	const { warnings } = requireEnvironment({ ...real, SITE_URL });
	expect(warnings).toEqual(Array(count).fill(expect.stringContaining("Use https://")));
});

test.each([
	["CONTENTFUL_DELIVERY_TOKEN", "CFPAT-1", "CFPAT- begins a management token"],
	["CONTENTFUL_PREVIEW_TOKEN", "CFPAT-1", "CFPAT- begins a management token"],
	["STRIPE_API_KEY", "pk_live_1", "pk_ begins a publishable key"],
	["STRIPE_API_KEY", '"pk_test_1"', "which begins with rk_"],
])("%s=%s is refused as another key", (name, value, reason) => {
	expect(() => requireEnvironment({ ...real, [name]: value })).toThrow(reason);
});

test("a misspelt name is a warning, and explains a missing variable", () => {
	const hint = expect.stringContaining("CONTENTFUL_ENVIRONMENT is.");
	const misspelt = { CONTENTFUL_ENVIROMENT: "staging" };
	expect(requireEnvironment({ ...real, ...misspelt }).warnings).toEqual([hint]);
	expect(() => requireEnvironment({ ...real, STRIPE_API_KEY: "", STRIPE_APIKEY: "1" })).toThrow(
		/Missing: STRIPE_API_KEY\..*\nSTRIPE_APIKEY is not/,
	);
	const given = { CONTENTFUL_MANAGEMENT_TOKEN: "CFPAT-1", CONTENTFUL_SPACE_ID: "space" };
	expect(requireProvisioningSettings({ ...given, ...misspelt }).warnings).toEqual([hint]);
});

/** Returns the message with which a build refuses variables. */
function readRefusal(variables: NodeJS.ProcessEnv): string {
	try {
		requireEnvironment(variables);
		return "";
	} catch (error) {
		return (error as Error).message;
	}
}

test("all malformed and missing variables are in one error", () => {
	const malformed = {
		CONTENTFUL_SPACE_ID: "space",
		AI_CRAWLERS: "some",
		DEMO: "yes",
		PORT: "70000",
		SITE_URL: "https://www.example.org/#top",
		CONTENTFUL_API_URL: "ftp://a.example",
		CONTENTFUL_ENTRY_IDS: '{"start":"1"}',
		STRIPE_WEBHOOK_SECRET: "we_1Endpoint",
		BREVO_LIST_ID: "newsletter",
		NETLIFY_BUILD_DELAY_MINUTES: "1",
		CSP_REPORT_URL: "https://reports.example/a;script-src *",
		PAYMENT_LINK_HOSTS: "buy.example.org,https://pay.example.org",
		CONTENTFUL_PREVIEW_TOKEN: "one\ntwo",
	};
	const message = readRefusal(malformed).replace(pageEntryNames.join(", "), "…");
	expect(message).toMatchInlineSnapshot(`
		"The environment is not right:
		CONTENTFUL_PREVIEW_TOKEN: must be Latin letters, digits and signs without spaces: copy it again.
		STRIPE_WEBHOOK_SECRET: must be the endpoint's signing secret, which begins with whsec_.
		SITE_URL: must be an origin without a path, e.g. https://www.example.org.
		BREVO_LIST_ID: must be a whole number, which Brevo shows beside the list or template.
		CSP_REPORT_URL: must be an address without spaces, quotes, commas and semicolons.
		AI_CRAWLERS: must be allow or refuse.
		DEMO: must be 1 or absent.
		CONTENTFUL_API_URL: must be an address that begins with https:// (or http:// on this machine).
		CONTENTFUL_ENTRY_IDS: must be JSON such as {"home":"5KsDBWseXY6QegucYAoacS"}, with names out of ….
		PAYMENT_LINK_HOSTS.1: must be a host, such as pay.example.org, without https://.
		NETLIFY_BUILD_DELAY_MINUTES: must be a whole number from 2 to 1440: Contentful can take two minutes to deliver a publication.
		PORT: must be a whole number from 0 to 65535.
		Missing: CONTENTFUL_DELIVERY_TOKEN, STRIPE_API_KEY. For the demo, set none of CONTENTFUL_SPACE_ID, CONTENTFUL_DELIVERY_TOKEN, STRIPE_API_KEY, and on a production host DEMO=1."
	`);
});

test("a malformed setting of a function leaves the others", () => {
	const { webhooks, builds } = parseValidSettings({
		CONTENTFUL_WEBHOOK_SECRET: "short",
		STRIPE_WEBHOOK_SECRET: "whsec_1",
		NETLIFY_BUILD_HOOK_URL: "https://api.netlify.com/build_hooks/1",
		NETLIFY_DEPLOYS_PER_MONTH: "many",
	});
	expect(webhooks.secrets).toEqual({ STRIPE_WEBHOOK_SECRET: "whsec_1" });
	expect(builds).toMatchObject({ hook: expect.any(String), deploysPerMonth: 16 });
});

test("an incomplete newsletter is a warning of the build", () => {
	const some = { BREVO_API_KEY: "k", BREVO_TEMPLATE_ID_EN: "1", BREVO_TEMPLATE_ID_RU: "2" };
	expect(requireEnvironment({ ...real, ...some }).warnings).toEqual([
		"NEWSLETTER: nobody can subscribe until these are set, too: BREVO_LIST_ID.",
	]);
	expect(parseValidSettings(some).newsletter).toEqual({ missing: "BREVO_LIST_ID" });
	expect(requireEnvironment({ ...real, ...some, BREVO_LIST_ID: "7" }).warnings).toEqual([]);
});

// With `undefined`, the server believes the X-Forwarded-For of programs on its machine.
test.each<[variables: Record<string, string>, trustedProxies: undefined | string[]]>([
	[{ TRUSTED_PROXY: "192.0.2.1" }, undefined],
	[{ HOST: "0.0.0.0" }, []],
	[{ HOST: "0.0.0.0", TRUSTED_PROXY: "192.0.2.1, 2001:db8::1" }, ["192.0.2.1", "2001:db8::1"]],
])("a server with %j trusts the proxies %j", (variables, trustedProxies) => {
	expect(parseValidSettings(variables).server).toMatchObject({ trustedProxies });
});

test("provisioning requires a management token and a space", () => {
	const given = { CONTENTFUL_MANAGEMENT_TOKEN: "CFPAT-1", CONTENTFUL_SPACE_ID: "space" };
	expect(
		requireProvisioningSettings({ ...given, SITE_URL: "http://localhost:4173" }),
	).toMatchObject({
		apiUrl: "https://api.contentful.com",
		token: "CFPAT-1",
		siteUrl: undefined,
	});
	expect(() => requireProvisioningSettings({ SITE_URL: "www" })).toThrow(
		/SITE_URL: must .*\nCONTENTFUL_MANAGEMENT_TOKEN is missing: .*\nCONTENTFUL_SPACE_ID is missing: /,
	);
});
