import { expect, test } from "vitest";
import type { Intercept } from "../../demo/loopbackService.ts";
import { makeFolder } from "../folders.ts";
import {
	interceptPath,
	neverRespond,
	refuseKey,
	resetMidway,
	respondEndlessly,
	respondWith,
} from "./misbehaviour.ts";
import { collectPullFaults, pullChanged, pullFrom } from "./services.ts";
import { assetLink, createCompleteContent, plain, type TestContent } from "./testContent.ts";

const html = { "Content-Type": "text/html" };
const contentfulPath = "/entries";
const pricesPath = "/v1/prices";
const linksPath = "/v1/payment_links";

/** Makes the first requests for entries and for prices fail. */
function failOnce(fault: Intercept): Intercept {
	const faults = [contentfulPath, pricesPath].map((path) => interceptPath(path, fault, 1));
	return async (...exchange) => {
		for (const misbehave of faults) if (await misbehave(...exchange)) return true;
		return false;
	};
}

test.each<[string, Intercept]>([
	["429", respondWith(429, { error: { message: "busy" } })],
	["a proxy's 503", respondWith(503, "<h1>Sorry</h1>", html)],
	["a broken connection", resetMidway],
	["no answer", neverRespond],
	["an answer without end", respondEndlessly],
])("both services are asked again after %s", async (_, fault) => {
	const { ru } = await pullChanged(() => {}, {
		misbehave: failOnce(fault),
		limits: {
			requestTimeoutMs: fault === neverRespond || fault === respondEndlessly ? 500 : 20_000,
		},
	});
	expect(ru.consultations.consultations[0]?.price.amount).toBe(6500);
});

const contentful = "Contentful (127.0.0.1:PORT)";
const stripe = "Stripe (127.0.0.1)";
const space = "CONTENTFUL_SPACE_ID";

test.each<[string, string, Intercept, string]>([
	[
		"an outage",
		contentfulPath,
		respondWith(503, ""),
		`${contentful} cannot be used: no usable answer (503).`,
	],
	[
		"an outage",
		pricesPath,
		respondWith(503, ""),
		`${stripe} cannot be used: no usable answer (503).`,
	],
	[
		"content of more than 7 MB",
		contentfulPath,
		respondWith(400, { sys: { type: "Error" }, message: "Response size too big." }),
		`${contentful} cannot be used: no usable answer (400: Response size too big.).`,
	],
	[
		"a wrong token",
		contentfulPath,
		refuseKey,
		`${contentful} cannot be used: it refuses the access token (401). Check CONTENTFUL_DELIVERY_TOKEN, and that it is one of the space ${space}.`,
	],
	[
		"an unknown space",
		contentfulPath,
		respondWith(404, { sys: { type: "Error", id: "NotFound" } }),
		`${contentful} cannot be used: it does not know the space or the environment (404). Check ${space} and CONTENTFUL_ENVIRONMENT.`,
	],
	[
		"a wrong key",
		pricesPath,
		refuseKey,
		`${stripe} cannot be used: it refuses the key (401). Check STRIPE_API_KEY.`,
	],
	[
		"a key that lacks a right",
		pricesPath,
		respondWith(403, { error: { type: "invalid_request_error", message: "x" } }),
		`${stripe} cannot be used: the key lacks a right (403). STRIPE_API_KEY needs Prices: Read and Products: Read.`,
	],
	[
		"values without locales",
		contentfulPath,
		respondWith(200, { items: [{ sys: { type: "Entry", id: "a" }, fields: { title: "Text" } }] }),
		`${contentful} answers something else than its API documents: 1.items.0.sys.updatedAt`,
	],
	[
		"a link without line items",
		linksPath,
		respondWith(200, { data: [{ active: true, url: "https://buy.stripe.com/visit" }] }),
		`${stripe} answers something else than its API documents: 1.0.line_items`,
	],
])("%s at %s stops the build with one sentence", async (_, path, fault, sentence) => {
	const misbehave = interceptPath(path, fault);
	expect(await collectPullFaults(() => {}, { misbehave, limits: { maxRetries: 0 } })).toEqual([
		expect.stringContaining(sentence),
	]);
});

test("the deadline ends a pull, and names both services", async () => {
	const limits = { deadlineMs: 300, requestTimeoutMs: 1_000, maxRetries: 0 };
	const reason = "cannot be used: no usable answer (the deadline passed).";
	expect(await collectPullFaults(() => {}, { misbehave: neverRespond, limits })).toEqual([
		`${contentful} ${reason}`,
		`${stripe} ${reason}`,
	]);
});

test("Stripe's lists are read to their end", async () => {
	const content = createCompleteContent();
	for (let index = 0; index < 130; index++) {
		content.sell(`prod_other_${index}`, 100, { created: 1_800_000_000 + index });
		content.charge(`https://buy.stripe.com/other${index}`, [{ amount: 1 }]);
	}
	content.charge("https://buy.stripe.com/visit", [{ amount: 100 }]);
	const { en, services, report } = await pullFrom(content);
	expect(en.consultations.consultations[0]?.price).toEqual({ amount: 6500, currency: "gbp" });
	expect(report).toMatchObject([{ severity: "severe", entry: "consultation-1" }]);
	const count = (text: string) =>
		services.list.requests.filter((request) => request.includes(text)).length;
	expect([count("=data.product&"), count("=data.line_items&")]).toEqual([2, 2]);
});

test("payment links that the key may not read are one info row", async () => {
	const refuse = respondWith(403, { error: { type: "invalid_request_error", message: "x" } });
	const { report, en } = await pullChanged(() => {}, {
		misbehave: interceptPath(linksPath, refuse),
	});
	const problem = "the key may not read payment links";
	expect(report).toMatchObject([{ severity: "info", entry: "STRIPE_API_KEY", problem }]);
	expect(en.consultations.consultations[0]?.price.amount).toBe(6500);
});

const addPictures = (ids: string[]) => (content: TestContent) => {
	for (const id of ids) content.addAsset(id);
	content.set("about", "certificates", plain(ids.map(assetLink)));
};

test("a single web page in place of a picture costs nothing", async () => {
	const misbehave = interceptPath("/cover/", respondWith(200, "<h1>Log in</h1>", html), 1);
	const { rows } = await pullChanged(addPictures(["cover"]), { misbehave });
	expect(rows).toEqual([]);
});

test("a picture behind a log-in page is fetched by the next pull", async () => {
	const content = createCompleteContent();
	addPictures(["cover"])(content);
	const cacheFolder = await makeFolder();
	const misbehave = interceptPath("/cover/", respondWith(200, "<h1>Log in</h1>", html));
	const first = await pullFrom(content, { misbehave, cacheFolder });
	expect(first.rows).toEqual([
		expect.stringMatching(/^severe \| cover\.file \| .*the service answers with a web page/),
	]);
	const second = await pullFrom(content, { cacheFolder });
	expect(second.rows).toEqual([]);
});

test("a single missing picture is left out, with a row", async () => {
	const misbehave = interceptPath(".png", respondWith(404, ""));
	const { en, rows } = await pullChanged(() => {}, { misbehave });
	expect(en.navigation).not.toHaveProperty("logo");
	expect(rows).toContainEqual(expect.stringMatching(/^severe \| logo-1\.file \| .*404/));
});

test("a build stops when most pictures are missing", async () => {
	const ids = ["cover-1", "cover-2"];
	const misbehave = interceptPath("/cover-", respondWith(403, ""));
	const faults = await collectPullFaults(addPictures(ids), { misbehave });
	expect(faults.map((fault) => /^Asset "(.*?)".* answers 403/.exec(fault)?.[1])).toEqual(ids);
});

test("pictures that are not fetched before the deadline stop a build", async () => {
	const misbehave = interceptPath("/cover/", neverRespond);
	const limits = { mediaDeadlineMs: 150 };
	expect(await collectPullFaults(addPictures(["cover"]), { misbehave, limits })).toEqual([
		"The pictures and files were not ready within 0.15 s. Run it again: what is ready is kept.",
	]);
});
