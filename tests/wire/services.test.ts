import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Intercept } from "../../demo/loopbackService.ts";
import type { PullLimits } from "../../scripts/pull/limits.ts";
import {
	interceptPath,
	neverRespond,
	resetMidway,
	respondEndlessly,
	respondWith,
} from "./misbehaviour.ts";
import { type Change, collectPullFaults, pullChanged } from "./services.ts";
import { assetLink, listIds, plain, type TestContent } from "./testContent.ts";

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
	["no answer", neverRespond],
])("each service is asked again after %s", async (_, fault) => {
	const timeoutMs = fault === neverRespond ? 500 : 20_000;
	const limits = { requestTimeoutMs: timeoutMs, fileIdleMs: timeoutMs };
	const pulls = [contentfulPath, pricesPath, linksPath, "/cover-1/"].map((path) =>
		pullChanged(addPictures, { misbehave: interceptPath(path, fault, 1), limits }),
	);
	for (const { rows } of await Promise.all(pulls)) expect(rows).toEqual([]);
});

test("lists are asked for again after an answer without end", async () => {
	const pulls = [contentfulPath, pricesPath, linksPath].map((path) =>
		pullChanged(() => {}, {
			misbehave: interceptPath(path, respondEndlessly, 1),
			limits: { requestTimeoutMs: 500 },
		}),
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

test.each<[string, Intercept, string, Partial<PullLimits>?]>([
	["a log-in page", respondWith(200, "<h1>Log in</h1>", html), "answers with a web page"],
	["a status 404", respondWith(404, ""), "answers 404"],
	["a status 503", respondWith(503, ""), "answers 503"],
	["nothing", respondWith(200, ""), "answers with a web page or nothing"],
	["a silence", neverRespond, "stops sending", { fileIdleMs: 200 }],
	["a broken connection", resetMidway, "no connection"],
	["a file without end", respondEndlessly, "not complete after 1 s", { filesDeadlineMs: 1_000 }],
	[
		"an announced file that is too large",
		respondWith(200, "", { "Content-Length": "100000001" }),
		"it has more than 100,000,000 bytes",
	],
	[
		"a file that is too large",
		respondWith(200, "a".repeat(1_001)),
		"it has more than 1,000 bytes",
		{ maxFileBytes: 1_000 },
	],
])("%s in place of a picture costs this picture only", async (_, fault, problem, limits) => {
	const misbehave = interceptPath("/cover-1/", fault);
	const { en, rows } = await pullChanged(addPictures, { misbehave, limits });
	expect(en.about.certificates).toHaveLength(1);
	expect(rows).toEqual([expect.stringMatching(`^severe \\| cover-1\\.file \\| .*${problem}`)]);
});

test("a file that keeps coming is waited for", async () => {
	const dot = await readFile("demo/pictures/logo.svg");
	const comeSlowly: Intercept = async (_, response) => {
		for (const byte of dot.subarray(0, 5)) {
			response.write(Buffer.of(byte));
			await wait(300);
		}
		response.end(dot.subarray(5));
		return true;
	};
	const { en, rows } = await pullChanged(
		(content) => {
			content.addAsset("slow", "logo.svg");
			content.set("about", "cover", plain(assetLink("slow")));
		},
		{ misbehave: interceptPath("/slow/", comeSlowly), limits: { fileIdleMs: 1_000 } },
	);
	expect(en.about.cover?.src).toContain(hash("sha256", dot).slice(0, 10));
	expect(rows).toEqual([]);
});

test.each<[string, Change, string, Intercept?]>([
	[
		"entries",
		(content) => {
			for (const id of Object.values(listIds)) content.unpublish(id);
		},
		"9 of 9 entries are missing: page-1, review-1,",
	],
	[
		"prices",
		({ prices }) => prices.splice(1),
		"2 of 3 prices are missing: prod_months, prod_sleep.",
	],
	["files", addPictures, "2 of 3 files are missing:", respondWith(403, "")],
])("a build stops when most %s are missing", async (_, change, sentence, fault = () => false) => {
	const misbehave = interceptPath("/cover-", fault);
	const faults = await collectPullFaults(change, { misbehave });
	expect(faults).toContainEqual(expect.stringContaining(sentence));
});
