import { describe, expect, test } from "vitest";
import { pageEntryNames } from "../content/model.ts";
import {
	parseBuildSettings,
	parseEnvironment,
	parseProvisioningSettings,
	parseSecuritySettings,
	parseServerSettings,
	parseWebhookSettings,
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
	])("is the result of %s, not indexable, and with a warning", (_, variables, url) => {
		const { demo, warnings, site } = parseEnvironment(variables);
		expect({ demo, site }).toEqual({ demo: true, site: { url, indexable: false } });
		expect(warnings).toEqual([expect.stringContaining("DEMO")]);
	});

	test.each([{}, { DEMO: "0" }])(
		"is refused on a production host without DEMO=1: %j",
		(variables) => {
			expect(() => parseEnvironment({ CONTEXT: "production", ...variables })).toThrow(/set DEMO=1/);
		},
	);
});

describe("a real site", () => {
	test("has the defaults of the services, and each entry under its own name", () => {
		expect(parseEnvironment(real)).toMatchObject({
			demo: false,
			contentful: {
				apiUrl: "https://cdn.contentful.com",
				spaceId: "space",
				environment: "master",
				token: "token",
			},
			entryIds: Object.fromEntries(pageEntryNames.map((name) => [name, name])),
			stripe: { apiUrl: "https://api.stripe.com", key: "rk_live" },
			paymentLinkHosts: ["buy.stripe.com"],
			site: { url: "https://www.example.org", indexable: true },
			port: 4173,
			warnings: [],
		});
	});

	test("has the configured entry ids, hosts and URLs, without white space around them", () => {
		const variables = {
			...real,
			CONTENTFUL_ENTRY_IDS:
				'{"home":" 5KsDBWseXY6QegucYAoacS","about":"approach","approach":"about"}',
			PAYMENT_LINK_HOSTS: "Pay.Example.org, ,buy.example.org:8443,оплата.рф:443",
			CONTENTFUL_API_URL: "http://127.0.0.1:4010/",
			STRIPE_API_URL: "http://127.0.0.1:4020",
			CONTENTFUL_ENVIRONMENT: "staging",
			PORT: "8080",
		};
		const pasted = Object.fromEntries(
			Object.entries(variables).map(([name, value]) => [name, ` ${value}\n`]),
		);
		expect(parseEnvironment(pasted)).toMatchObject({
			entryIds: {
				home: "5KsDBWseXY6QegucYAoacS",
				about: "approach",
				approach: "about",
				packages: "packages",
			},
			paymentLinkHosts: [
				"buy.stripe.com",
				"pay.example.org",
				"buy.example.org:8443",
				"xn--80aa5alfu.xn--p1ai",
			],
			contentful: {
				apiUrl: "http://127.0.0.1:4010",
				spaceId: "space",
				environment: "staging",
				token: "token",
			},
			stripe: { apiUrl: "http://127.0.0.1:4020", key: "rk_live" },
			site: { url: "https://www.example.org" },
			port: 8080,
		});
	});

	test.each([
		["the host's URL", { URL: "https://host.example" }, "https://host.example", true],
		[
			"both",
			{ SITE_URL: "https://WWW.example.org", URL: "https://host.example" },
			"https://www.example.org",
			true,
		],
		["a branch", { SITE_URL: site, CONTEXT: "branch-deploy" }, site, false],
		["neither", { PORT: "8080" }, "http://localhost:8080", false],
	])("has its URL, and the IndexNow key if it is indexable: %s", (_, variables, url, indexable) => {
		const { site, warnings } = parseEnvironment({
			...keys,
			INDEXNOW_KEY: "0123456789",
			...variables,
		});
		expect(site).toEqual({ url, indexable, indexNowKey: indexable ? "0123456789" : undefined });
		expect(warnings.length).toBe(url.includes("localhost") ? 1 : 0);
	});
});

test("drafts are read with the token and the address of the preview API", () => {
	const variables = {
		CONTENTFUL_PREVIEW_TOKEN: "preview",
		CONTENTFUL_PREVIEW_URL: "https://preview.eu.contentful.com",
	};
	const { contentful, drafts } = parseEnvironment({ ...real, ...variables });
	expect(drafts).toMatchObject({ apiUrl: "https://preview.eu.contentful.com", token: "preview" });
	expect(contentful).toMatchObject({ apiUrl: "https://cdn.contentful.com", token: "token" });
});

test("everything that is malformed or missing is listed in one error", () => {
	const some = { CONTENTFUL_SPACE_ID: "space", DEMO: "yes", PORT: "70000" };
	expect(() => parseEnvironment(some)).toThrowErrorMatchingInlineSnapshot(`
		[Error: The environment is not right:
		DEMO must be 1 or absent.
		PORT must be a port number.
		CONTENTFUL_DELIVERY_TOKEN is missing, while others of CONTENTFUL_SPACE_ID, CONTENTFUL_DELIVERY_TOKEN, STRIPE_API_KEY are set.
		STRIPE_API_KEY is missing, while others of CONTENTFUL_SPACE_ID, CONTENTFUL_DELIVERY_TOKEN, STRIPE_API_KEY are set.]
	`);
});

const unsafe = "must be an address without spaces, quotes, commas and semicolons";

test.each([
	...["cdn.example", "ftp://a.example"].map((url) => [
		"CONTENTFUL_API_URL",
		url,
		"must be an address",
	]),
	...['{"start":"1"}', '{"home":""}'].map((ids) => ["CONTENTFUL_ENTRY_IDS", ids, "must be JSON"]),
	[
		"CONTENTFUL_ENTRY_IDS",
		'{"home":"about"}',
		'gives the id "about" to home and about: each needs its own',
	],
	["CONTENTFUL_WEBHOOK_SECRET", "short", "must be 64 letters, digits or any of +/=_-"],
	...["rk_ключ", "rk_1\nrk_2", "rk 1"].map((key) => [
		"STRIPE_API_KEY",
		key,
		"must be Latin letters, digits and signs",
	]),
	[
		"STRIPE_WEBHOOK_SECRET",
		"we_1Endpoint",
		"must be the endpoint's signing secret, which begins with whsec_",
	],
	...["1.5", "0"].map((value) => ["BREVO_LIST_ID", value, "must be a whole number above 0"]),
	...["0", "1", "2.5", "soon"].map((value) => [
		"NETLIFY_BUILD_DELAY_MINUTES",
		value,
		"must be a whole number, from 2",
	]),
	["NETLIFY_DEPLOYS_PER_MONTH", "0", "must be a whole number above 0"],
	["NETLIFY_BUILD_HOOK_URL", "api.netlify.com/build_hooks/1", "must be an address"],
	["SITE_URL", "https://www.example.org/#top", "must be an origin"],
	["SITE_URL", "https://user@www.example.org", "must be an origin"],
	["CSP_REPORT_URL", "https://reports.example/a;script-src *", unsafe],
	["CSP_REPORT_URL", "https://reports.example/\nX-Own: 1", unsafe],
	...["https://pay.example.org", "*.example.org", "user@pay.example.org"].map((host) => [
		"PAYMENT_LINK_HOSTS",
		`buy.example.org,${host}`,
		"must be hosts with commas between them",
	]),
])("%s=%s is refused", (name, value, fault) => {
	expect(() => parseEnvironment({ ...real, [name]: value })).toThrow(`${name} ${fault}`);
});

describe("the settings of a function", () => {
	const brevo = {
		BREVO_API_KEY: "k",
		BREVO_LIST_ID: "7",
		BREVO_TEMPLATE_ID_EN: "1",
		BREVO_TEMPLATE_ID_RU: "2",
	};

	test("do not depend on each other: a malformed value counts as missing, and the others stay", () => {
		const right = {
			CONTENTFUL_WEBHOOK_SECRET: "x".repeat(64),
			STRIPE_WEBHOOK_SECRET: "whsec_1",
			NETLIFY_BUILD_HOOK_URL: "https://api.netlify.com/build_hooks/1",
			SITE_URL: "https://clinic.example",
			CSP_REPORT_URL: "https://reports.example/csp?site=1",
		};
		const read = (source: Record<string, string>) => {
			const { secrets } = parseWebhookSettings(source);
			const { hook } = parseBuildSettings(source);
			const { url, reportUrl } = parseSecuritySettings(source);
			return [
				secrets.CONTENTFUL_WEBHOOK_SECRET,
				secrets.STRIPE_WEBHOOK_SECRET,
				hook,
				url || undefined,
				reportUrl,
			];
		};
		const all: (string | undefined)[] = Object.values(right);
		expect(read(right)).toEqual(all);
		expect(parseEnvironment({ ...keys, ...right }).site.reportUrl).toBe(right.CSP_REPORT_URL);
		for (const [index, name] of Object.keys(right).entries()) {
			expect(read({ ...right, PORT: "http", [name]: "wrong" })).toEqual(all.with(index, undefined));
		}
	});

	test("are complete for the newsletter, or the build warns of the missing ones", () => {
		const { BREVO_LIST_ID, ...others } = brevo;
		expect(parseEnvironment({ ...real, ...brevo }).warnings).toEqual([]);
		expect(parseEnvironment({ ...real, ...others }).warnings).toEqual([
			"NEWSLETTER: nobody can subscribe until these are set, too: BREVO_LIST_ID.",
		]);
	});
});

// With `loopback`, the server believes the X-Forwarded-For of every client that can connect.
test.each<[variables: Record<string, string>, trustedProxies: "loopback" | string[]]>([
	[{}, "loopback"],
	[{ TRUSTED_PROXY: "192.0.2.1" }, "loopback"],
	[{ HOST: "0.0.0.0" }, []],
	[{ HOST: "0.0.0.0", TRUSTED_PROXY: "192.0.2.1, 2001:db8::1" }, ["192.0.2.1", "2001:db8::1"]],
])("a server with %j trusts the proxies %j", (variables, trustedProxies) => {
	expect(parseServerSettings(variables)).toMatchObject({ trustedProxies });
});

test("provisioning requires a management token and a space id only", () => {
	const token = { CONTENTFUL_MANAGEMENT_TOKEN: "CFPAT-1", CONTENTFUL_SPACE_ID: "space" };
	const expected = { token: "CFPAT-1", spaceId: "space", environment: "master", siteUrl: site };
	const apiUrl = "https://api.contentful.com";
	expect(parseProvisioningSettings({ ...token, SITE_URL: site })).toEqual({
		...expected,
		apiUrl,
		entryIds: expect.objectContaining({ home: "home" }),
	});
	expect(
		parseProvisioningSettings({ ...token, SITE_URL: "http://localhost:4173" }).siteUrl,
	).toBeUndefined();
	expect(() => parseProvisioningSettings({ SITE_URL: "www" })).toThrow(
		/SITE_URL must be an address.*\nCONTENTFUL_MANAGEMENT_TOKEN is missing: .*\nCONTENTFUL_SPACE_ID is missing: /,
	);
});
