import { describe, expect, test } from "vitest";
import type { Intercept } from "../../demo/loopbackService.ts";
import { fetchContent } from "../../scripts/pull/contentful/fetchContent.ts";
import { makeFolder } from "../folders.ts";
import { assetLink, both, ids, node, paragraph, plain, type TestContent, textNode, wholeContent } from "./content.ts";
import { faultRows, misbehaving } from "./faultRows.ts";
import { answering, dripping, refusing, silent, when } from "./misbehaviour.ts";
import { faultsOfPull, pullChanged, pullFrom, shortLimits, startServices, token } from "./services.ts";

const html = { "Content-Type": "text/html" };

/** Sells so much else that what is shown lies behind the first page of prices. */
const sellOthers = (newer: number) => (content: TestContent) => {
	for (let index = 0; index < newer; index++)
		content.sell(`prod_other_${index}`, 100, { created: 1_800_000_000 + index });
};

// What each does to a site: reliability.test.ts.
const rows = faultRows.filter(({ how, passes, isFinal }) => how && !(passes && isFinal));
const noAnswers = rows.filter(({ what }) => what === "not JSON");
const empty = noAnswers.map((row) => ({ ...row, what: "a success with nothing (204)", how: answering(204, "") }));

test.each([...rows, ...empty].filter(({ passes }) => !passes))(
	"$service: $what: the pull stops with one fault",
	async (row) => {
		const { service, how = silent, at, told, isFinal, slow } = row;
		let count = 0;
		const counted: Intercept = (...exchange) => {
			count++;
			return how(...exchange);
		};
		// Only what is to run out of time gets little of it.
		const time = slow ? 200 : 5_000;
		const limits = { request: time, file: time };
		const [fault, ...others] = await faultsOfPull(sellOthers(120), { misbehave: when(at, counted), limits });
		expect(fault).toContain(service === "Contentful's files" ? 'Asset "logo-1", field "file"' : `${service} (127.`);
		expect(fault).toContain(told);
		expect(others).toEqual([]);
		if (isFinal) return expect(count).toBe(1);
		expect(fault).toContain(", 3 times in a row.");
		expect(count).toBeGreaterThanOrEqual(3);
		// Stripe's client itself asks again once when a connection breaks.
		expect(count).toBeLessThanOrEqual(6);
	},
);

// retry.test.ts has what else may pass.
test.each(rows.filter(({ passes }) => passes))("$service: $what: the pull asks again and goes on", async (row) => {
	const { snapshots, log } = await pullChanged(sellOthers(120), { misbehave: misbehaving(row) });
	expect(snapshots.ru.consultations.consultations[0]?.price.amount).toBe(6500);
	expect(snapshots.ru.navigation.logo?.src).toMatch(/^\/media\/[0-9a-f]{16}-3\.jpg$/);
	expect(log.filter((line) => line.endsWith("; trying again (2 left)")).length).toBe(1);
});

describe.each([
	{ name: "Contentful", path: "/entries", waitHeader: "X-Contentful-RateLimit-Reset" },
	{ name: "Stripe", path: "/v1/prices", waitHeader: "Retry-After" },
])("$name", ({ path, waitHeader }) => {
	const busyFor = (seconds: number) => answering(429, { error: { message: "busy" } }, { [waitHeader]: `${seconds}` });

	test("is waited for as long as it asks", async () => {
		const times: number[] = [];
		const intercept: Intercept = (...exchange) => {
			times.push(performance.now());
			return times.length === 1 && busyFor(0.2)(...exchange);
		};
		await pullChanged(() => {}, { misbehave: when(path, intercept), limits: { longestWait: 5000 } });
		expect(times.length).toBe(2);
		expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(190);
	});

	test("has no request open that was given up, which would keep the process alive", async () => {
		let [opened, closed] = [0, 0];
		const intercept: Intercept = (request, response) => {
			opened++;
			response.on("close", () => closed++);
			return dripping(request, response);
		};
		await faultsOfPull(() => {}, { misbehave: when(path, intercept), limits: { request: 100, retries: 1 } });
		expect(opened).toBe(2);
		await expect.poll(() => closed).toBe(opened);
	});
});

test("the faults of both services are told at once", async () => {
	const faults = await faultsOfPull(() => {}, { misbehave: refusing });
	const told = ["Contentful.* the locales", "Contentful.* the entries", "Stripe.* the prices"];
	expect(faults).toEqual(told.map((words) => expect.stringMatching(words)));
});

const price = { id: "price_1", object: "price", created: 1, currency: "gbp", unit_amount: 1, product: "prod_visit" };
const link = { id: "plink_1", object: "payment_link", active: true, url: "https://buy.stripe.com/visit" };
const list = (...data: unknown[]) => ({ object: "list", has_more: false, data });
const entries = (...items: unknown[]) => ({ sys: { type: "Array" }, items });
const links = "/v1/payment_links";

test.each<[at: string, what: string, body: unknown]>([
	["/entries", "an entry without fields", entries({ sys: { type: "Entry", id: "a" } })],
	["/entries", "one language", entries({ sys: { type: "Entry", id: "a" }, fields: { title: "Text" } })],
	["/v1/prices", "an object of another kind", { object: "charge" }],
	["/v1/prices", "a price without currency", list({ ...price, currency: undefined })],
	["/v1/prices", "a currency that is no code", list({ ...price, currency: "g£p" })],
	["/v1/prices", "a price created beyond the calendar", list({ ...price, created: 1e300 })],
	[
		"/v1/prices",
		"a product changed beyond the calendar",
		list({ ...price, product: { id: "prod_visit", updated: 9e15 } }),
	],
	["/v1/prices", "an amount of a part of a penny", list({ ...price, unit_amount: 0.5 })],
	["/v1/prices", "an empty page before the last", { ...list(), has_more: true }],
	["/v1/prices", "the same page again and again", { ...list(price), has_more: true }],
	[links, "a link without what it sells", list(link)],
])("a wrong shape stops the build: %s answers with %s", async (at, _, body) => {
	expect(await faultsOfPull(() => {}, { misbehave: when(at, answering(200, body)) })).toEqual([
		expect.stringMatching(/answers something else than the API documents for the .*: .*Check (CONTEN|STRI)\w+_URL\.$/),
	]);
});

test.each([
	["The query you sent was invalid.", "400: The query you sent was invalid"],
	[`Unknown\n token ${"a1-_".repeat(11)} and\t${["sk", "live", "4eC39"].join("_")}`, "400: Unknown token … and …"],
	[`Not ${token}`, "400: Not …"],
	// Forges no line of the log.
	["no\r\n✗ all is well\u001b[2J\u202e\u2028build: done", "400: no ✗ all is well‹U+001B›[2J‹U+202E› build: done"],
	["word ".repeat(60), `400: ${"word ".repeat(39)}word…`],
	[undefined, "400"],
])("Contentful's own reason for a refusal is told: %j", async (message, reason) => {
	const refusal = answering(400, { sys: { type: "Error", id: "BadRequest" }, message });
	expect(await faultsOfPull(() => {}, { misbehave: when("/entries", refusal) })).toEqual([
		`Contentful (127.0.0.1:PORT) does not give the entries: it refuses the request (${reason}).`,
	]);
});

test("an answer that would be too big is asked for in halves, and stops the build when one entry alone is", async () => {
	const message = "Response size too big. Maximum allowed response size: 7340032B.";
	let most = 3;
	const asked: number[] = [];
	const misbehave = when("/entries", (request, response) => {
		const ids = new URL(request.url ?? "", "http://a").searchParams.get("sys.id[in]")?.split(",") ?? [];
		asked.push(ids.length);
		return ids.length > most && answering(400, { message })(request, response);
	});
	const whole = await pullChanged(() => {});
	const { snapshots, report, log } = await pullChanged(() => {}, { misbehave });
	expect(snapshots).toEqual(whole.snapshots);
	expect(report).toEqual([]);
	expect(asked.toSorted((a, b) => b - a)).toEqual([10, 5, 5, 3, 3, 2, 2]);
	expect(log.join("\n")).toContain("asking for 10 entries in two halves");
	most = 0;
	expect(await faultsOfPull(() => {}, { misbehave })).toEqual([
		`Contentful (127.0.0.1:PORT) does not give the entries: it refuses the request (400: ${message.slice(0, -1)}).`,
	]);
});

/** What was asked for at an address, by parameter. */
const queriesOf = (path: string, { requests }: { requests: string[] }) =>
	requests.flatMap((line) => {
		const { pathname, searchParams } = new URL(line.replace("GET ", ""), "http://a");
		return pathname.endsWith(path) ? [Object.fromEntries(searchParams)] : [];
	});

test("Contentful is asked once, with all locales and links, for an answer that may be compressed", async () => {
	const headers: unknown[] = [];
	const misbehave = when("/entries", (request) => headers.push(request.headers) < 0);
	const { services } = await pullChanged(() => {}, { misbehave });
	const published = { "x-contentful-locale-based-publishing": "true" };
	expect(headers).toContainEqual(expect.objectContaining(published));
	expect(headers[0]).toMatchObject({ "accept-encoding": expect.stringContaining("gzip") });
	const ids = Object.values(services.environment.entryIds).join();
	const query = { "sys.id[in]": ids, include: "10", locale: "*" };
	expect(queriesOf("/entries", services.entries)).toEqual([expect.objectContaining(query)]);
	// Entries, locales and the one file.
	expect(services.entries.requests).toHaveLength(3);
});

test("Stripe's lists are asked for with what is needed, 100 a request, to their end", async () => {
	const content = wholeContent();
	sellOthers(230)(content);
	for (let index = 0; index < 230; index++) content.charge(`https://buy.stripe.com/other${index}`, [{ amount: 1 }]);
	content.charge("https://buy.stripe.com/visit", [{ amount: 100 }]);
	const { snapshots, services, report } = await pullFrom(content);
	expect(snapshots["en-US"].consultations.consultations[0]?.price).toMatchObject({ amount: 6500, currency: "gbp" });
	expect(report).toEqual([expect.objectContaining({ severity: "severe", entry: "consultation-1" })]);
	const [pricesQueries, linksQueries] = [queriesOf("/v1/prices", services.list), queriesOf(links, services.list)];
	expect([pricesQueries.length, linksQueries.length]).toEqual([3, 3]);
	const limit = "100";
	expect(pricesQueries[0]).toEqual({ active: "true", type: "one_time", limit, "expand[0]": "data.product" });
	expect(linksQueries[0]).toEqual({ limit, "expand[0]": "data.line_items" });
});

test.each([
	[401, answering(401, { error: { code: "api_key_expired" } })],
	[403, answering(403, "<h1>No</h1>", html)],
	[404, answering(404, { error: { message: "Unrecognized request URL" } })],
])("payment links that the key may not read (%i) are one row of information", async (status, how) => {
	const { report, en } = await pullChanged(() => {}, { misbehave: when(links, how) });
	const problem = `the key may not read payment links (Stripe answers ${status})`;
	expect(report).toMatchObject([{ severity: "info", entry: "STRIPE_API_KEY", problem }]);
	expect(en.consultations.consultations[0]?.price.amount).toBe(6500);
});

test.each<[string, Intercept]>([
	["409", answering(409, { error: { message: "lock timeout" } })],
	["400 with the code of a rate limit", answering(400, { error: { code: "rate_limit" } })],
])("Stripe is asked again after a %s", async (_, how) => {
	const { en } = await pullChanged(() => {}, { misbehave: when("/v1/prices", how, 1) });
	expect(en.consultations.consultations[0]?.price.amount).toBe(6500);
});

test("Contentful may be reached through a path of a proxy", async () => {
	const content = wholeContent();
	const services = await startServices(content, {
		misbehave: (request) => {
			request.url = request.url?.replace("/proxy/contentful/", "/") ?? "";
			return false;
		},
	});
	services.environment.contentful.apiUrl += "/proxy/contentful";
	const { entries } = await fetchContent(services.environment, {
		limits: shortLimits,
		signal: AbortSignal.timeout(shortLimits.deadline),
		log: () => {},
	});
	expect(entries.has(ids.home)).toBe(true);
	expect(services.entries.requests.every((request) => request.startsWith("GET /proxy/contentful/spaces/"))).toBe(true);
});

describe("a picture's file", () => {
	const addPictures = (ids: string[]) => (content: TestContent) => {
		for (const id of ids) content.addAsset(id);
		content.set("about", "certificates", plain(ids.map(assetLink)));
	};

	test.each<[string, Intercept]>([
		["the service answers 403", answering(403, "")],
		["the file is larger than 1000 bytes", answering(200, "x".repeat(2000))],
	])("is left out, with a row, and costs nothing else: %s", async (reason, how) => {
		const options = { misbehave: when("/cover/", how), limits: { fileSize: 1000 } };
		const { en, rows } = await pullChanged(addPictures(["cover"]), options);
		expect(en.about.certificates).toEqual([]);
		expect(en.navigation.logo?.src).toMatch(/^\/media\//);
		expect(rows).toEqual([`severe | cover.file | the file cannot be fetched: ${reason}: the picture is left out`]);
	});

	test.each<[string, Intercept]>([
		["with a web page", answering(200, "<h1>Log in</h1>", html)],
		["with nothing", answering(200, "")],
	])("that is answered %s for a while is fetched again", async (_, how) => {
		const { en, rows } = await pullChanged(addPictures(["cover"]), { misbehave: when("/cover/", how, 2) });
		expect(en.about.certificates).toHaveLength(1);
		expect(rows).toEqual([]);
	});

	test.each<[string, Intercept]>([
		["the service answers with a web page", answering(200, "<h1>Log in</h1>", html)],
		["the service answers with an empty file", answering(200, "")],
	])("is left out while %s, and is there with the next pull", async (reason, how) => {
		const content = wholeContent();
		addPictures(["cover"])(content);
		const cache = await makeFolder();
		const first = await pullFrom(content, { misbehave: when("/cover/", how), cache });
		expect(first.rows).toEqual([
			`severe | cover.file | the file cannot be fetched: ${reason}, 3 times in a row: the picture is left out`,
		]);
		const second = await pullFrom(content, { cache });
		expect(second.rows).toEqual([]);
	});

	test("that is a web page is a file that texts may link to", async () => {
		const { rows } = await pullChanged(
			(content) => {
				content.addAsset("page", "page.html");
				const link = node("asset-hyperlink", [textNode("our page")], { target: assetLink("page") });
				content.set("about", "about", both(paragraph(link)));
			},
			{ misbehave: when("/page.html", answering(200, "<h1>Page</h1>", html)), files: { "page.html": "" } },
		);
		expect(rows).toEqual([]);
	});

	test("that is a web page stops the build when most are: then it is the service's fault", async () => {
		const ids = ["cover-1", "cover-2"];
		const misbehave = when("/cover-", answering(200, "<h1>Log in</h1>", html));
		const faults = await faultsOfPull(addPictures(ids), { misbehave });
		expect(faults.map((fault) => /^Asset "(.*?)".* answers with a web page/.exec(fault)?.[1])).toEqual(ids);
	});

	test("that is answered 408 is waited for", async () => {
		const { snapshots } = await pullChanged(() => {}, { misbehave: when(".png", answering(408, ""), 1) });
		expect(snapshots["en-US"].navigation.logo).toBeDefined();
	});

	test("that is missing, and is the only one of the content, is left out", async () => {
		const { en, rows } = await pullChanged(() => {}, { misbehave: when(".png", answering(404, "")) });
		expect(en.navigation).not.toHaveProperty("logo");
		expect(rows).toContain(
			"severe | logo-1.file | the file cannot be fetched: the service answers 404: the picture is left out",
		);
	});

	test("that is missing stops the build when most are: then it is the service's fault", async () => {
		const ids = ["cover-1", "cover-2"];
		const faults = await faultsOfPull(addPictures(ids), { misbehave: when("/cover-", answering(403, "")) });
		expect(faults.map((fault) => /^Asset "(.*?)".* the service answers 403/.exec(fault)?.[1])).toEqual(ids);
	});

	test("is waited for, with all others, no longer than the deadline of all", async () => {
		const pictures = addPictures(["cover-1", "cover-2", "cover-3", "cover-4", "cover-5"]);
		const limits = { mediaDeadline: 150, concurrency: 2, file: 60_000 };
		const faults = await faultsOfPull(pictures, { misbehave: when(".png", silent), limits });
		expect(faults.length).toBe(3);
		expect(faults.join("\n")).toMatch(
			/^4 more files were not fetched within 0\.15 s\.\n(.*dot\.png cannot be fetched: the deadline passed.*\n?){2}$/,
		);
	});
});
