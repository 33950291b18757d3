import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Intercept } from "../../demo/loopbackService.ts";
import type { PullLimits } from "../../scripts/pull/limits.ts";
import { assetLink, listIds, plain, soldProducts, type TestContent, text } from "../testContent.ts";
import {
	interceptPath,
	neverRespond,
	refuseKey,
	resetMidway,
	respondEndlessly,
	respondWith,
} from "./misbehaviour.ts";
import { type Change, collectPullFaults, pullChanged } from "./services.ts";

const html = { "Content-Type": "text/html" };
const contentfulPath = "/entries";
const pricesPath = "/v1/prices";
const linksPath = "/v1/payment_links";

const addPictures = (content: TestContent) => {
	const ids = ["cover-1", "cover-2"];
	for (const id of ids) content.addAsset(id);
	content.set("about", "certificates", plain(ids.map(assetLink)));
};

test.each<[string, Intercept, timeoutMs?: number]>([
	["429", respondWith(429, { error: { message: "busy" } })],
	["a proxy's 503", respondWith(503, "<h1>Sorry</h1>", html)],
	["a broken connection", resetMidway],
	["no answer", neverRespond, 500],
	["an answer without end", respondEndlessly, 500],
])("each service is asked again after %s", async (_, fault, timeoutMs = 20_000) => {
	const limits = { requestTimeoutMs: timeoutMs, fileIdleMs: timeoutMs };
	const paths = [contentfulPath, pricesPath, linksPath];
	// A file may be large, so it is waited for while its bytes come.
	if (fault !== respondEndlessly) paths.push("/cover-1/");
	const pulls = paths.map((path) =>
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
		"serviceUnavailable, nothingPublished | service=Contentful (127.0.0.1); reason=400: Response size too big.",
	],
	[
		"an unknown space",
		contentfulPath,
		respondWith(404, { sys: { type: "Error", id: "NotFound" } }),
		"spaceUnknown, nothingPublished",
	],
	[
		"a revoked key",
		contentfulPath,
		refuseKey,
		"serviceRefuses, nothingPublished | service=Contentful (127.0.0.1); status=401; variable=CONTENTFUL_DELIVERY_TOKEN",
	],
	["a key that lacks a right", pricesPath, forbidden, "stripeRightMissing, nothingPublished"],
	[
		"values without locales",
		contentfulPath,
		respondWith(200, { items: [{ sys: { type: "Entry", id: "a" }, fields: { title: "Text" } }] }),
		"answerUnknown, nothingPublished | service=Contentful (127.0.0.1); property=1.0.items.0.sys.updatedAt",
	],
	[
		"a link without line items",
		linksPath,
		respondWith(200, { data: [{ active: true, url: "https://buy.stripe.com/consultation" }] }),
		"answerUnknown, nothingPublished | service=Stripe (127.0.0.1); property=paymentLinks.0.line_items",
	],
])("%s at %s stops the build with one fault", async (_, path, fault, row) => {
	const misbehave = interceptPath(path, fault);
	const faults = await collectPullFaults(() => {}, { misbehave, limits: { maxRetries: 0 } });
	const withoutPorts = faults.map((found) => found.replace(/:\d+(?=\))/, ""));
	expect(withoutPorts).toEqual([expect.stringContaining(`severe | ${row}`)]);
});

test.each([
	["two large pages are fetched one by one", ["about", "approach"], 1_900_000, []],
	[
		"a page near Contentful's limit is reported",
		["about"],
		2_900_000,
		["warning | aboutOdd | entryNearLimit, shownAsIs"],
	],
] as const)("%s", async (_, pages, length, expected) => {
	const longText = "word ".repeat(length / 5);
	const { en, rows } = await pullChanged((content) => {
		for (const page of pages) content.set(page, page, text(longText));
	});
	expect(en.about.about?.blocks).toHaveLength(1);
	expect(rows.filter((row) => !row.includes("pageHeavy"))).toEqual(expected);
});

test("the deadline ends a pull, and names both services", async () => {
	const limits = { deadlineMs: 300, requestTimeoutMs: 1_000, maxRetries: 0 };
	const faults = await collectPullFaults(() => {}, { misbehave: neverRespond, limits });
	const [contentful, stripe] = faults.map((fault) => fault.replace(/ \(127[^)]*\)/, ""));
	const unavailable = "severe | serviceUnavailable, nothingPublished";
	expect([contentful, stripe]).toEqual([
		`${unavailable} | service=Contentful; reason=ETIMEDOUT`,
		`${unavailable} | service=Stripe; reason=ETIMEDOUT`,
	]);
});

test("Stripe's lists are read to their end", async () => {
	const { en, rows } = await pullChanged((content) => {
		content.charge("https://buy.stripe.com/consultation", [{ amount: 100 }]);
		for (let index = 0; index < 130; index++) {
			content.sell(`prod_other_${index}`, 100, { created: 1_800_000_000 + index });
			content.charge(`https://buy.stripe.com/other${index}`, [{ amount: 1 }]);
		}
	});
	expect(en.consultations.consultations[0]?.price).toEqual({ amount: 6500, currency: "gbp" });
	expect(rows).toEqual([expect.stringContaining("charges=£1.00 once")]);
});

test("payment links that the key may not read are one info row", async () => {
	const { en, rows } = await pullChanged(() => {}, {
		misbehave: interceptPath(linksPath, forbidden),
	});
	expect(rows).toEqual(["info | STRIPE_API_KEY | paymentLinksUnreadable, linksNotCompared"]);
	expect(en.consultations.consultations[0]?.price.amount).toBe(6500);
});

test.each<[string, Intercept, string, Partial<PullLimits>?]>([
	["a log-in page", respondWith(200, "<h1>Log in</h1>", html), "fileInterrupted"],
	["a status 404", respondWith(404, ""), "fileRefused | status=404"],
	["a status 503", respondWith(503, ""), "fileRefused | status=503"],
	["nothing", respondWith(200, ""), "fileInterrupted"],
	["a silence", neverRespond, "fileInterrupted", { fileIdleMs: 200 }],
	["a broken connection", resetMidway, "fileInterrupted"],
	["a file without end", respondEndlessly, "fileLate | seconds=1", { filesDeadlineMs: 1_000 }],
	[
		"an announced file that is too large",
		respondWith(200, "", { "Content-Length": "100000001" }),
		"fileTooLarge | limit=100",
	],
	[
		"a file that is too large",
		respondWith(200, "a".repeat(1_001)),
		"fileTooLarge | limit=0.001",
		{ maxFileBytes: 1_000 },
	],
])("%s in place of a picture costs this picture only", async (_, fault, finding, limits) => {
	const misbehave = interceptPath("/cover-1/", fault);
	const { en, rows } = await pullChanged(addPictures, { misbehave, limits });
	expect(en.about.certificates).toHaveLength(1);
	const [code, ...values] = finding.split(" | ");
	const row = ["severe | cover-1.file", `${code}, pictureLeftOut`, ...values].join(" | ");
	expect(rows).toEqual([row]);
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

const lostEntries = Object.keys(listIds).length;
const [, ...lostProducts] = soldProducts;

test.each<[string, Change, string, Intercept?]>([
	[
		"entries",
		(content) => {
			for (const id of Object.values(listIds)) content.unpublish(id);
		},
		`Contentful | entriesLost, nothingPublished | count=${lostEntries}; all=${lostEntries}; names=page-1, review-1,`,
	],
	[
		"prices",
		({ prices }) => prices.splice(1),
		`Stripe | pricesLost, nothingPublished | count=${lostProducts.length}; all=${soldProducts.length}; names=${lostProducts.join(", ")}`,
	],
	[
		"files",
		addPictures,
		"Contentful | filesLost, nothingPublished | count=2; all=3;",
		respondWith(403, ""),
	],
])("a build stops when most %s are missing", async (_, change, row, fault = () => false) => {
	const misbehave = interceptPath("/cover-", fault);
	const faults = await collectPullFaults(change, { misbehave });
	expect(faults).toContainEqual(expect.stringContaining(row));
});

test("a space without Russian stops the build", async () => {
	expect(await collectPullFaults(({ space }) => space.locales.splice(1))).toEqual([
		"severe | CONTENTFUL_SPACE_ID | localesMissing, nothingPublished | found=en-US; wanted=en-US, ru",
	]);
});
