import { expect, test } from "vitest";
import type { Intercept } from "../../demo/loopbackService.ts";
import {
	interceptPath,
	neverRespond,
	resetMidway,
	respondEndlessly,
	respondWith,
} from "./misbehaviour.ts";
import { collectPullFaults, pullChanged } from "./services.ts";
import { assetLink, plain, type TestContent } from "./testContent.ts";

const html = { "Content-Type": "text/html" };
const contentfulPath = "/entries";
const pricesPath = "/v1/prices";
const linksPath = "/v1/payment_links";

const addPictures = (content: TestContent) => {
	const ids = ["cover-1", "cover-2"];
	for (const id of ids) content.addAsset(id);
	content.set("about", "certificates", plain(ids.map(assetLink)));
};

test.each<[string, Intercept]>([
	["429", respondWith(429, { error: { message: "busy" } })],
	["a proxy's 503", respondWith(503, "<h1>Sorry</h1>", html)],
	["a broken connection", resetMidway],
	["an answer without end", respondEndlessly],
])("each service is asked again after %s", async (_, fault) => {
	const timeoutMs = fault === respondEndlessly ? 500 : 20_000;
	const limits = { requestTimeoutMs: timeoutMs, fileTimeoutMs: timeoutMs };
	const pulls = [contentfulPath, pricesPath, linksPath, "/cover-1/"].map((path) =>
		pullChanged(addPictures, { misbehave: interceptPath(path, fault, 1), limits }),
	);
	for (const { rows } of await Promise.all(pulls)) expect(rows).toEqual([]);
});

const forbidden = respondWith(403, { error: { type: "invalid_request_error", message: "x" } });

test.each<[string, string, Intercept, string]>([
	[
		"content of more than 7 MB",
		contentfulPath,
		respondWith(400, { sys: { type: "Error" }, message: "Response size too big." }),
		"cannot be used: no usable answer (400: Response size too big.).",
	],
	[
		"an unknown space",
		contentfulPath,
		respondWith(404, { sys: { type: "Error", id: "NotFound" } }),
		"cannot be used: it does not know the space or the environment (404). Check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT.",
	],
	[
		"a key that lacks a right",
		pricesPath,
		forbidden,
		"cannot be used: the key lacks a right (403). STRIPE_API_KEY needs Prices: Read and Products: Read.",
	],
	[
		"values without locales",
		contentfulPath,
		respondWith(200, { items: [{ sys: { type: "Entry", id: "a" }, fields: { title: "Text" } }] }),
		"answers something else than its API documents: 1.items.0.sys.updatedAt",
	],
	[
		"a link without line items",
		linksPath,
		respondWith(200, { data: [{ active: true, url: "https://buy.stripe.com/visit" }] }),
		"Stripe (127.0.0.1) answers something else than its API documents: 1.0.line_items",
	],
])("%s at %s stops the build with one sentence", async (_, path, fault, sentence) => {
	const misbehave = interceptPath(path, fault);
	expect(await collectPullFaults(() => {}, { misbehave, limits: { maxRetries: 0 } })).toEqual([
		expect.stringContaining(sentence),
	]);
});

test("the deadline ends a pull, and names both services", async () => {
	const limits = { deadlineMs: 300, requestTimeoutMs: 1_000, maxRetries: 0 };
	expect(await collectPullFaults(() => {}, { misbehave: neverRespond, limits })).toEqual([
		expect.stringMatching(/^Contentful \(127.* no usable answer \(the deadline passed\)\.$/),
		expect.stringMatching(/^Stripe \(127.* no usable answer \(the deadline passed\)\.$/),
	]);
});

test("Stripe's lists are read to their end", async () => {
	const { en, rows } = await pullChanged((content) => {
		content.charge("https://buy.stripe.com/visit", [{ amount: 100 }]);
		for (let index = 0; index < 130; index++) {
			content.sell(`prod_other_${index}`, 100, { created: 1_800_000_000 + index });
			content.charge(`https://buy.stripe.com/other${index}`, [{ amount: 1 }]);
		}
	});
	expect(en.consultations.consultations[0]?.price).toEqual({ amount: 6500, currency: "gbp" });
	expect(rows).toEqual([expect.stringContaining("charges £1.00 once")]);
});

test("payment links that the key may not read are one info row", async () => {
	const { en, rows } = await pullChanged(() => {}, {
		misbehave: interceptPath(linksPath, forbidden),
	});
	expect(rows).toEqual([
		expect.stringContaining("info | STRIPE_API_KEY | the key may not read payment links"),
	]);
	expect(en.consultations.consultations[0]?.price.amount).toBe(6500);
});

test.each([
	["a log-in page", 200, "the service answers with a web page"],
	["a status 404", 404, "the service answers 404"],
])("%s in place of a picture costs this picture only", async (_, status, problem) => {
	const misbehave = interceptPath("/cover-1/", respondWith(status, "<h1>Log in</h1>", html));
	const { rows } = await pullChanged(addPictures, { misbehave });
	expect(rows).toEqual([expect.stringMatching(`^severe \\| cover-1\\.file \\| .*${problem}`)]);
});

test("a build stops when most pictures are missing", async () => {
	const misbehave = interceptPath("/cover-", respondWith(403, ""));
	expect(await collectPullFaults(addPictures, { misbehave })).toEqual([
		expect.stringMatching(/^Asset "cover-1".* answers 403/),
		expect.stringMatching(/^Asset "cover-2".* answers 403/),
	]);
});

test("pictures that are not fetched before the deadline stop a build", async () => {
	const misbehave = interceptPath("/cover-1/", neverRespond);
	const limits = { mediaDeadlineMs: 150 };
	expect(await collectPullFaults(addPictures, { misbehave, limits })).toEqual([
		"The pictures and files were not ready within 0.15 s. Run it again: what is ready is kept.",
	]);
});
