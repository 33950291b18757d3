import { describe, expect, test } from "vitest";
import { pageEntryNames } from "../../content/model.ts";
import type { Intercept } from "../../demo/loopbackService.ts";
import { fetchContent } from "../../scripts/pull/contentful/fetchContent.ts";
import { makeFolder } from "../folders.ts";
import { createIntercept, faultRows } from "./faultRows.ts";
import {
	interceptPath,
	neverRespond,
	refuseKey,
	respondEndlessly,
	respondWith,
} from "./misbehaviour.ts";
import {
	collectPullFaults,
	pullChanged,
	pullFrom,
	shortLimits,
	startServices,
	token,
} from "./services.ts";
import {
	assetLink,
	both,
	createCompleteContent,
	ids,
	node,
	paragraph,
	plain,
	type TestContent,
	textNode,
} from "./testContent.ts";

const html = { "Content-Type": "text/html" };

/** Adds a number of newer prices, which Stripe lists before the existing prices. */
const sellOthers = (newer: number) => (content: TestContent) => {
	for (let index = 0; index < newer; index++) {
		content.sell(`prod_other_${index}`, 100, { created: 1_800_000_000 + index });
	}
};

const rows = faultRows.filter(
	({ intercept, buildSucceeds, isFinal }) => intercept && !(buildSucceeds && isFinal),
);
/** Names of the faults whose attempts are counted here. tests/long/reliability.test.ts tests all rows. */
const lastingFaults = ["500", "time-out", "not JSON"];
test.each(rows.filter(({ name }) => lastingFaults.includes(name)))(
	"a pull with a lasting fault stops with one error: $service, $name",
	async (row) => {
		const { service, intercept = neverRespond, pathPart, message, isFinal, isTimeout } = row;
		let count = 0;
		const countingIntercept: Intercept = (...exchange) => {
			count++;
			return intercept(...exchange);
		};
		// Only simulated time-outs get the short limit, because other requests may be slow on a busy machine.
		const timeLimitMs = isTimeout ? 200 : 5_000;
		const limits = { requestTimeoutMs: timeLimitMs, fileTimeoutMs: timeLimitMs };
		const misbehave = interceptPath(pathPart, countingIntercept);
		const [fault, ...others] = await collectPullFaults(sellOthers(120), { misbehave, limits });
		expect(fault).toContain(
			service === "Contentful's files" ? 'Asset "logo-1", field "file"' : `${service} (127.`,
		);
		expect(fault).toContain(message);
		expect(others).toEqual([]);
		if (isFinal) return expect(count).toBe(1);
		if (service !== "Contentful's files") expect(fault).toContain(", 3 times in a row.");
		expect(count).toBeGreaterThanOrEqual(3);
		// Stripe's client retries each failed connection once, so three attempts can cause six requests.
		expect(count).toBeLessThanOrEqual(6);
	},
);

test.each(rows.filter(({ buildSucceeds }) => buildSucceeds))(
	"a pull with a transient fault retries and succeeds: $service, $name",
	async (row) => {
		const { snapshots, log } = await pullChanged(sellOthers(120), {
			misbehave: createIntercept(row),
		});
		expect(snapshots.ru.consultations.consultations[0]?.price.amount).toBe(6500);
		expect(snapshots.ru.navigation.logo?.src).toMatch(/^\/media\/[0-9a-f]{10}-3\.jpg$/);
		expect(
			log.filter((line) => /; trying again \(2 left\)$|2 retries left/.test(line)).length,
		).toBe(1);
	},
);

describe.each([
	{ name: "Contentful", path: "/entries", waitHeader: "X-Contentful-RateLimit-Reset" },
	{ name: "Stripe", path: "/v1/prices", waitHeader: "Retry-After" },
])("$name", ({ path, waitHeader }) => {
	const busyFor = (seconds: number) =>
		respondWith(429, { error: { message: "busy" } }, { [waitHeader]: `${seconds}` });

	test("is retried after the time that its rate limit header names", async () => {
		const waitMs = 200;
		let isBusy = true;
		let requests = 0;
		const endWait = () => {
			isBusy = false;
		};
		const intercept: Intercept = (...exchange) => {
			requests++;
			if (requests === 1) setTimeout(endWait, waitMs / 2);
			return isBusy ? busyFor(waitMs / 1_000)(...exchange) : false;
		};
		await pullChanged(() => {}, {
			misbehave: interceptPath(path, intercept),
			limits: { maxBackOffMs: 5_000, maxRetries: 1 },
		});
		expect(requests).toBe(2);
	});

	test("has each connection closed after a time-out, so that it does not keep the process alive", async () => {
		let opened = 0;
		let closed = 0;
		const intercept: Intercept = (request, response) => {
			opened++;
			response.on("close", () => closed++);
			return respondEndlessly(request, response);
		};
		await collectPullFaults(() => {}, {
			misbehave: interceptPath(path, intercept),
			limits: { requestTimeoutMs: 100, maxRetries: 1 },
		});
		expect(opened).toBe(2);
		await expect.poll(() => closed).toBe(opened);
	});
});

test("a pull that both services refuse reports the faults of both", async () => {
	const faults = await collectPullFaults(() => {}, { misbehave: refuseKey });
	const patterns = ["Contentful.* the locales", "Contentful.* the entries", "Stripe.* the prices"];
	expect(faults).toEqual(patterns.map((pattern) => expect.stringMatching(pattern)));
});

const linksPath = "/v1/payment_links";
const price = {
	id: "price_1",
	object: "price",
	created: 1,
	currency: "gbp",
	unit_amount: 0.5,
	product: "prod_visit",
};
const link = {
	id: "plink_1",
	object: "payment_link",
	active: true,
	url: "https://buy.stripe.com/visit",
};

test.each<[path: string, problem: string, items: object]>([
	[
		"/entries",
		"values without locales",
		{ items: [{ sys: { type: "Entry", id: "a" }, fields: { title: "Text" } }] },
	],
	[
		"/v1/prices",
		"an amount with a fraction of a penny",
		{ object: "list", has_more: false, data: [price] },
	],
	[
		linksPath,
		"a payment link without line items",
		{ object: "list", has_more: false, data: [link] },
	],
])("a response of a wrong shape stops the build: %s with %s", async (path, _, body) => {
	expect(
		await collectPullFaults(() => {}, { misbehave: interceptPath(path, respondWith(200, body)) }),
	).toEqual([
		expect.stringMatching(
			/answers something else than the API documents for the .*: .*Check (CONTEN|STRI)\w+_URL\.$/,
		),
	]);
});

test.each([
	// Line breaks and control characters could forge a line of the log, so they are removed or escaped.
	[`Not ${token}\r\n✗ all is well\u001b[2J\u202e`, "400: Not … ✗ all is well‹U+001B›[2J‹U+202E›"],
	["word ".repeat(60), `400: ${"word ".repeat(39)}word…`],
	[undefined, "400"],
])(
	"a refusal by Contentful is reported with its reason, without secrets and control characters: %j",
	async (message, reason) => {
		const refusal = respondWith(400, { sys: { type: "Error", id: "BadRequest" }, message });
		expect(
			await collectPullFaults(() => {}, { misbehave: interceptPath("/entries", refusal) }),
		).toEqual([
			`Contentful (127.0.0.1:PORT) does not give the entries: it refuses the request (${reason}).`,
		]);
	},
);

test("a response that would be too large is fetched in halves, and stops the build when a single entry is too large", async () => {
	const message = "Response size too big. Maximum allowed response size: 7340032B.";
	let maxEntries = 1;
	const requestedCounts: number[] = [];
	const misbehave = interceptPath("/entries", (request, response) => {
		const ids =
			new URL(request.url ?? "", "http://a").searchParams.get("sys.id[in]")?.split(",") ?? [];
		requestedCounts.push(ids.length);
		return ids.length > maxEntries ? respondWith(400, { message })(request, response) : false;
	});
	const expected = await pullChanged(() => {});
	const { snapshots, report, log } = await pullChanged(() => {}, { misbehave });
	expect(snapshots).toEqual(expected.snapshots);
	expect(report).toEqual([]);
	const count = pageEntryNames.length;
	expect(requestedCounts[0]).toBe(count);
	expect(requestedCounts.filter((requested) => requested === 1).length).toBe(count);
	expect(log.join("\n")).toContain(`asking for ${count} entries in two halves`);
	maxEntries = 0;
	expect(await collectPullFaults(() => {}, { misbehave })).toEqual([
		`Contentful (127.0.0.1:PORT) does not give the entries: it refuses the request (400: ${message.slice(0, -1)}).`,
	]);
});

/** Returns the query parameters of each request to a path. */
const readQueries = (path: string, { requests }: { requests: string[] }) =>
	requests.flatMap((line) => {
		const { pathname, searchParams } = new URL(line.replace("GET ", ""), "http://a");
		return pathname.endsWith(path) ? [Object.fromEntries(searchParams)] : [];
	});

test("a pull fetches the entries in one compressible response, with all locales and linked entries", async () => {
	const headers: unknown[] = [];
	const misbehave = interceptPath("/entries", (request) => headers.push(request.headers) < 0);
	const { services } = await pullChanged(() => {}, { misbehave });
	const published = { "x-contentful-locale-based-publishing": "true" };
	expect(headers).toContainEqual(expect.objectContaining(published));
	expect(headers[0]).toMatchObject({ "accept-encoding": expect.stringContaining("gzip") });
	const ids = Object.values(services.environment.entryIds).join();
	const query = { "sys.id[in]": ids, include: "10", locale: "*" };
	expect(readQueries("/entries", services.entries)).toEqual([expect.objectContaining(query)]);
	// Expects three requests: for the entries, the locales and the file of the picture.
	expect(services.entries.requests).toHaveLength(3);
});

test("a pull fetches Stripe's lists to their end, in pages of 100, with products and line items expanded", async () => {
	const content = createCompleteContent();
	sellOthers(130)(content);
	for (let index = 0; index < 130; index++)
		content.charge(`https://buy.stripe.com/other${index}`, [{ amount: 1 }]);
	content.charge("https://buy.stripe.com/visit", [{ amount: 100 }]);
	const { snapshots, services, report } = await pullFrom(content);
	expect(snapshots["en-US"].consultations.consultations[0]?.price).toMatchObject({
		amount: 6500,
		currency: "gbp",
	});
	expect(report).toEqual([
		expect.objectContaining({ severity: "severe", entry: "consultation-1" }),
	]);
	const [pricesQueries, linksQueries] = [
		readQueries("/v1/prices", services.list),
		readQueries(linksPath, services.list),
	];
	expect([pricesQueries.length, linksQueries.length]).toEqual([2, 2]);
	const limit = "100";
	expect(pricesQueries[0]).toEqual({
		active: "true",
		type: "one_time",
		limit,
		"expand[0]": "data.product",
	});
	expect(linksQueries[0]).toEqual({ limit, "expand[0]": "data.line_items" });
});

test.each([
	[401, respondWith(401, { error: { code: "api_key_expired" } })],
	[403, respondWith(403, "<h1>No</h1>", html)],
	[404, respondWith(404, { error: { message: "Unrecognized request URL" } })],
])(
	"payment links that the key may not read (%i) are reported as one info row",
	async (status, intercept) => {
		const { report, en } = await pullChanged(() => {}, {
			misbehave: interceptPath(linksPath, intercept),
		});
		const problem = `the key may not read payment links (Stripe answers ${status})`;
		expect(report).toMatchObject([{ severity: "info", entry: "STRIPE_API_KEY", problem }]);
		expect(en.consultations.consultations[0]?.price.amount).toBe(6500);
	},
);

test.each<[string, Intercept]>([
	["409", respondWith(409, { error: { message: "lock timeout" } })],
	["400 with the code of a rate limit", respondWith(400, { error: { code: "rate_limit" } })],
	["503 with the JSON of a proxy", respondWith(503, { message: "busy" })],
])("a request to Stripe is retried after a %s", async (_, intercept) => {
	const { en } = await pullChanged(() => {}, {
		misbehave: interceptPath("/v1/prices", intercept, 1),
	});
	expect(en.consultations.consultations[0]?.price.amount).toBe(6500);
});

test("a base URL of Contentful with a path, as of a proxy, is used for all requests", async () => {
	const content = createCompleteContent();
	const services = await startServices(content, {
		misbehave: (request) => {
			request.url = request.url?.replace("/proxy/contentful/", "/") ?? "";
			return false;
		},
	});
	services.environment.contentful.apiUrl += "/proxy/contentful";
	const { entries } = await fetchContent(services.environment, {
		limits: shortLimits,
		signal: AbortSignal.timeout(shortLimits.deadlineMs),
		log: () => {},
	});
	expect(entries.has(ids.home)).toBe(true);
	expect(
		services.entries.requests.every((request) =>
			request.startsWith("GET /proxy/contentful/spaces/"),
		),
	).toBe(true);
});

describe("a picture's file", () => {
	const addPictures = (ids: string[]) => (content: TestContent) => {
		for (const id of ids) content.addAsset(id);
		content.set("about", "certificates", plain(ids.map(assetLink)));
	};

	test("is the only file left out, with a row, when it is too large", async () => {
		const intercept = interceptPath("/cover/", respondWith(200, "", { "Content-Length": "2000" }));
		const options = { misbehave: intercept, limits: { maxFileBytes: 1000 } };
		const { en, rows } = await pullChanged(addPictures(["cover"]), options);
		expect(en.about.certificates).toEqual([]);
		expect(en.navigation.logo?.src).toMatch(/^\/media\//);
		const reason = "the file is larger than 1000 bytes";
		expect(rows).toEqual([
			`severe | cover.file | the file cannot be fetched: ${reason}: the picture is left out`,
		]);
	});

	test("is left out while the service answers with a web page, and fetched by the next pull", async () => {
		const content = createCompleteContent();
		addPictures(["cover"])(content);
		const cacheFolder = await makeFolder();
		const misbehave = interceptPath("/cover/", respondWith(200, "<h1>Log in</h1>", html));
		const first = await pullFrom(content, { misbehave, cacheFolder });
		expect(first.rows).toEqual([
			"severe | cover.file | the file cannot be fetched: the service answers with a web page: the picture is left out",
		]);
		const second = await pullFrom(content, { cacheFolder });
		expect(second.rows).toEqual([]);
	});

	test("that is empty once is fetched by a retry", async () => {
		const misbehave = interceptPath("/cover/", respondWith(200, ""), 1);
		const { en, rows } = await pullChanged(addPictures(["cover"]), { misbehave });
		expect(en.about.certificates).toHaveLength(1);
		expect(rows).toEqual([]);
	});

	test("with the name of a web page is refused without a retry", async () => {
		const { rows } = await pullChanged(
			(content) => {
				content.addAsset("page", "page.html");
				const link = node("asset-hyperlink", [textNode("our page")], { target: assetLink("page") });
				content.set("about", "about", both(paragraph(link)));
			},
			{
				misbehave: interceptPath("/page.html", respondWith(200, "<h1>Page</h1>", html)),
				files: { "page.html": "" },
			},
		);
		expect(rows).toEqual([
			"warning | page.file | browsers would run a linked file of the type text/html: the text is shown without the link",
		]);
	});

	test("that is missing is left out when it is the only one of the content", async () => {
		const { en, rows } = await pullChanged(() => {}, {
			misbehave: interceptPath(".png", respondWith(404, "")),
		});
		expect(en.navigation).not.toHaveProperty("logo");
		expect(rows).toContain(
			"severe | logo-1.file | the file cannot be fetched: the service answers 404: the picture is left out",
		);
	});

	test("that is missing stops the build when most files are, since the service must be at fault", async () => {
		const ids = ["cover-1", "cover-2"];
		const faults = await collectPullFaults(addPictures(ids), {
			misbehave: interceptPath("/cover-", respondWith(403, "")),
		});
		expect(
			faults.map((fault) => /^Asset "(.*?)".* the service answers 403/.exec(fault)?.[1]),
		).toEqual(ids);
	});

	test("that is not fetched before the deadline of all files stops the build", async () => {
		const faults = await collectPullFaults(addPictures(["cover"]), {
			misbehave: interceptPath(".png", neverRespond),
			limits: { mediaDeadlineMs: 150 },
		});
		expect(faults).toEqual([
			"The pictures and files were not ready within 0.15 s. Run it again: what is ready is kept.",
		]);
	});
});
