import { describe, expect, test } from "vitest";
import {
	parseEnvironment,
	parseNewsletterSettings,
	parseProvisioningSettings,
	parseSettings,
} from "./environment.server.ts";

const site = "https://www.example.org";
const keys = {
	CONTENTFUL_SPACE_ID: "space",
	CONTENTFUL_DELIVERY_TOKEN: "token",
	STRIPE_API_KEY: "rk_live",
};
const real = { ...keys, SITE_URL: site };

describe("the demo", () => {
	test.each([
		["keys without a value", { STRIPE_API_KEY: " " }, "http://localhost:4173"],
		["a host's preview", { CONTEXT: "deploy-preview" }, "http://localhost:4173"],
		["a production host with DEMO=1", { CONTEXT: "production", DEMO: "1", URL: site }, site],
	])("is the result of %s, and not indexable", (_, variables, url) => {
		const { demo, warnings, site } = parseEnvironment(variables);
		expect({ demo, site }).toEqual({ demo: true, site: { url, indexable: false } });
		expect(warnings).toEqual([expect.stringContaining("DEMO")]);
	});

	test.each([{}, { DEMO: "0" }])("is refused on a production host: %j", (variables) => {
		expect(() => parseEnvironment({ CONTEXT: "production", ...variables })).toThrow(/set DEMO=1/);
	});
});

test("values may have white space around them", () => {
	const variables = {
		...real,
		CONTENTFUL_ENTRY_IDS: '{"home":" 5KsDBWseXY6QegucYAoacS"}',
		PAYMENT_LINK_HOSTS: "Pay.Example.org, buy.example.org:8443",
		CONTENTFUL_API_URL: "https://cdn.eu.contentful.com/",
		CONTENTFUL_PREVIEW_TOKEN: "preview",
	};
	const pasted = Object.entries(variables).map(([name, value]) => [name, ` ${value}\n`]);
	expect(parseEnvironment(Object.fromEntries(pasted))).toMatchObject({
		entryIds: { home: "5KsDBWseXY6QegucYAoacS", about: "about" },
		paymentLinkHosts: ["buy.stripe.com", "pay.example.org", "buy.example.org:8443"],
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
	const { site } = parseEnvironment({ ...keys, INDEXNOW_KEY: "0123456789", ...variables });
	expect(site).toEqual({ url, indexable, indexNowKey: indexable ? "0123456789" : undefined });
});

test("everything that is malformed or missing is listed in one error", () => {
	const some = { CONTENTFUL_SPACE_ID: "space", DEMO: "yes", PORT: "70000" };
	const others = "while others of CONTENTFUL_SPACE_ID, CONTENTFUL_DELIVERY_TOKEN, STRIPE_API_KEY";
	expect(() => parseEnvironment(some)).toThrow(
		`The environment is not right:
DEMO must be 1 or absent.
PORT must be a port number.
CONTENTFUL_DELIVERY_TOKEN is missing, ${others} are set.
STRIPE_API_KEY is missing, ${others} are set.`,
	);
});

test.each([
	["CONTENTFUL_API_URL", "ftp://a.example"],
	["CONTENTFUL_ENTRY_IDS", '{"start":"1"}'],
	["STRIPE_API_KEY", "rk_1\nrk_2"],
	["STRIPE_WEBHOOK_SECRET", "we_1Endpoint"],
	["NETLIFY_BUILD_DELAY_MINUTES", "1"],
	["SITE_URL", "https://www.example.org/#top"],
	["SITE_URL", "https://user@www.example.org"],
	["CSP_REPORT_URL", "https://reports.example/a;script-src *"],
	["PAYMENT_LINK_HOSTS", "buy.example.org,https://pay.example.org"],
])("%s=%s is refused", (name, value) => {
	expect(() => parseEnvironment({ ...real, [name]: value })).toThrow(`${name} must be `);
});

test("a malformed setting of a function leaves the others", () => {
	const right = {
		CONTENTFUL_WEBHOOK_SECRET: "x".repeat(64),
		STRIPE_WEBHOOK_SECRET: "whsec_1",
		NETLIFY_BUILD_HOOK_URL: "https://api.netlify.com/build_hooks/1",
		CSP_REPORT_URL: "https://reports.example/csp?site=1",
	};
	const read = (source: Record<string, string>) => {
		const { webhooks, builds, security } = parseSettings(source);
		return [...Object.values(webhooks.secrets), builds.hook, security.reportUrl];
	};
	const all: (string | undefined)[] = Object.values(right);
	expect(read(right)).toEqual(all);
	for (const [index, name] of Object.keys(right).entries())
		expect(read({ ...right, PORT: "http", [name]: "wrong" })).toEqual(all.with(index, undefined));
});

test("an incomplete newsletter is a warning of the build", () => {
	const some = { BREVO_API_KEY: "k", BREVO_TEMPLATE_ID_EN: "1", BREVO_TEMPLATE_ID_RU: "2" };
	expect(parseEnvironment({ ...real, ...some }).warnings).toEqual([
		"NEWSLETTER: nobody can subscribe until these are set, too: BREVO_LIST_ID.",
	]);
	expect(() => parseNewsletterSettings(some)).toThrow("Missing or malformed: BREVO_LIST_ID");
	expect(parseEnvironment({ ...real, ...some, BREVO_LIST_ID: "7" }).warnings).toEqual([]);
});

// With `loopback`, the server believes the X-Forwarded-For of every client that can connect.
test.each<[variables: Record<string, string>, trustedProxies: "loopback" | string[]]>([
	[{ TRUSTED_PROXY: "192.0.2.1" }, "loopback"],
	[{ HOST: "0.0.0.0" }, []],
	[{ HOST: "0.0.0.0", TRUSTED_PROXY: "192.0.2.1, 2001:db8::1" }, ["192.0.2.1", "2001:db8::1"]],
])("a server with %j trusts the proxies %j", (variables, trustedProxies) => {
	expect(parseSettings(variables).server).toMatchObject({ trustedProxies });
});

test("provisioning requires a management token and a space", () => {
	const given = { CONTENTFUL_MANAGEMENT_TOKEN: "CFPAT-1", CONTENTFUL_SPACE_ID: "space" };
	expect(parseProvisioningSettings({ ...given, SITE_URL: "http://localhost:4173" })).toMatchObject({
		apiUrl: "https://api.contentful.com",
		token: "CFPAT-1",
		siteUrl: undefined,
	});
	expect(() => parseProvisioningSettings({ SITE_URL: "www" })).toThrow(
		/SITE_URL must .*\nCONTENTFUL_MANAGEMENT_TOKEN is missing: .*\nCONTENTFUL_SPACE_ID is missing: /,
	);
});
