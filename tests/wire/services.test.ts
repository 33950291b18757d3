import { describe, expect, test } from "vitest";
import type { Intercept } from "../../demo/loopbackService.ts";
import {
	assetLink,
	faultsOfPull,
	key,
	plain,
	pullChanged,
	pullFrom,
	spaceId,
	token,
	type WireOptions,
	wholeContent,
} from "./content.ts";
import { answering, breaking, dripping, silent, truncating, when } from "./misbehaviour.ts";

type Service = {
	name: "Contentful" | "Stripe";
	/** Lets the service misbehave for its first requests, or for all. */
	misbehave: (how: Intercept, times?: number) => WireOptions;
	/** An answer in the form that the service documents for errors. */
	error: (id: string, message?: string) => unknown;
	/** The header by which it asks to wait. */
	waitHeader: string;
	unreachable: Record<string, string>;
};

const contentful: Service = {
	name: "Contentful",
	misbehave: (how, times) => ({ contentful: when("/entries", how, times) }),
	error: (id, message = id) => ({ sys: { type: "Error", id }, message, requestId: "1" }),
	waitHeader: "X-Contentful-RateLimit-Reset",
	unreachable: { CONTENTFUL_API_URL: "http://127.0.0.1:1" },
};
const stripe: Service = {
	name: "Stripe",
	misbehave: (how, times) => ({ stripe: when("/v1/prices", how, times) }),
	error: (code, message = code) => ({ error: { type: "invalid_request_error", code, message } }),
	waitHeader: "Retry-After",
	unreachable: { STRIPE_API_URL: "http://127.0.0.1:1" },
};

/** Counts the requests that an interception sees. */
function counting(how: Intercept): { how: Intercept; count: () => number } {
	let count = 0;
	return {
		how: (request, response) => {
			count++;
			return how(request, response);
		},
		count: () => count,
	};
}

const html = { "Content-Type": "text/html" };

describe.each([contentful, stripe])("$name", (service) => {
	test.each([
		["out of order once (500)", answering(500, service.error("server_error"))],
		["out of order once (503), in a proxy's words", answering(503, "<h1>Sorry</h1>", html)],
		["out of order once (502), in JSON of another form", answering(502, { message: "Bad gateway" })],
		["busy once (429)", answering(429, service.error("rate_limit"))],
		["breaking the connection once", breaking],
		["ending too early once", truncating],
		["silent once", silent],
		["dripping once", dripping],
	])("%s: the pull asks again and goes on", async (_, how) => {
		const { snapshots, log } = await pullFrom(wholeContent(), {
			...service.misbehave(how, 1),
			limits: { request: 500 },
		});
		expect(snapshots.ru.consultations.consultations[0]?.price.amount).toBe(6500);
		expect(log.join("\n")).toMatch(new RegExp(`^${service.name} \\(127.*\\): .*; trying again \\(2 left\\)$`, "m"));
	});

	test.each([
		["out of order (500)", answering(500, service.error("server_error")), "the service is out of order (500)"],
		[
			"out of order (503), as a proxy says it",
			answering(503, "<h1>Sorry</h1>", html),
			"the service is out of order (503)",
		],
		["too busy (429)", answering(429, service.error("rate_limit")), "too many requests (429)"],
		["too busy (429), as a proxy says it", answering(429, "slow down", html), "too many requests (429)"],
		["breaking each connection", breaking, "no connection"],
		["ending each answer too early", truncating, "no connection"],
		["silent", silent, "no complete answer within 0.08 s"],
		["dripping without end", dripping, "no complete answer within 0.08 s"],
	])("%s for ever: the pull stops after three attempts", async (_, how, reason) => {
		const { how: counted, count } = counting(how);
		const [fault, ...others] = await faultsOfPull(wholeContent(), {
			...service.misbehave(counted),
			// Only what is to run out of time gets little of it.
			limits: { request: reason.includes("0.08 s") ? 80 : 5_000 },
		});
		expect(fault).toContain(`${service.name} (127.0.0.1`);
		expect(fault).toContain(reason);
		expect(fault).toMatch(/, 3 times in a row\.$/);
		expect(others).toEqual([]);
		// Stripe's client itself asks again once when a connection breaks.
		expect(count()).toBeGreaterThanOrEqual(3);
		expect(count()).toBeLessThanOrEqual(6);
	});

	test("busy for a while: the pull waits as long as it is asked to", async () => {
		const times: number[] = [];
		const busy = answering(429, service.error("rate_limit"), { [service.waitHeader]: "0.2" });
		await pullFrom(wholeContent(), {
			...service.misbehave((request, response) => {
				times.push(performance.now());
				return times.length === 1 ? busy(request, response) : false;
			}),
			limits: { longestWait: 5000 },
		});
		expect(times.length).toBe(2);
		expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(190);
	});

	test("asking for a very long wait: the pull does not wait that long", async () => {
		const busy = answering(429, service.error("rate_limit"), { [service.waitHeader]: "86400" });
		const [fault] = await faultsOfPull(wholeContent(), service.misbehave(busy));
		expect(fault).toMatch(/too many requests \(429\), 3 times in a row\.$/);
	});

	test("the deadline ends everything", async () => {
		const busy = answering(429, service.error("rate_limit"), { [service.waitHeader]: "86400" });
		const limits = { deadline: 300, longestWait: 86_400_000 };
		const [fault] = await faultsOfPull(wholeContent(), { ...service.misbehave(busy), limits });
		expect(fault).toMatch(/the deadline passed \(too many requests \(429\)\)\.$/);
	});

	test("a request that was given up does not stay open, which would keep the process alive", async () => {
		let [opened, closed] = [0, 0];
		await faultsOfPull(wholeContent(), {
			...service.misbehave((request, response) => {
				opened++;
				response.on("close", () => closed++);
				return dripping(request, response);
			}),
			limits: { request: 100, retries: 1 },
		});
		expect(opened).toBe(2);
		await expect.poll(() => closed).toBe(opened);
	});

	test("not reachable: said with its address", async () => {
		const [fault, ...others] = await faultsOfPull(wholeContent(), { environment: service.unreachable });
		expect(fault).toMatch(new RegExp(`^${service.name} \\(127\\.0\\.0\\.1.*no connection .*3 times in a row\\.$`));
		// Each service is asked for two things at once.
		expect(others.length).toBe(1);
	});

	test.each([
		["a page of HTML", answering(200, "<!doctype html><title>Login</title>", html)],
		["half a JSON", answering(200, '{"object": "list", "sys": ')],
		["nothing", answering(204, "")],
		["null", answering(200, "null")],
	])("%s with a status of success: said, not tried again", async (_, how) => {
		const { how: counted, count } = counting(how);
		const [fault, ...others] = await faultsOfPull(wholeContent(), service.misbehave(counted));
		expect(fault).toMatch(/its answer is not JSON\. Check (CONTENTFUL|STRIPE)_API_URL\.$/);
		expect(others).toEqual([]);
		expect(count()).toBe(1);
	});
});

const secretive = `${token} ${key}`;
const refusals: [service: Service, status: number, id: string][] = [
	[contentful, 401, "AccessTokenInvalid"],
	[contentful, 403, "AccessDenied"],
	[contentful, 404, "NotFound"],
	[contentful, 400, "InvalidQuery"],
	[stripe, 401, "api_key_expired"],
	[stripe, 403, "more_permissions_required"],
	[stripe, 404, "resource_missing"],
	[stripe, 400, "parameter_unknown"],
];

test("a refusal is not tried again, says which key, and repeats nothing of the answer that might hold it", async () => {
	const sentences: string[] = [];
	for (const [service, status, id] of refusals) {
		const { how, count } = counting(answering(status, service.error(id, secretive)));
		sentences.push(...(await faultsOfPull(wholeContent(), service.misbehave(how))));
		expect(count()).toBe(1);
	}
	expect(sentences).toMatchInlineSnapshot(`
		[
		  "Contentful (127.0.0.1:PORT) does not give the entries: it refuses the access token (401). Check CONTENTFUL_DELIVERY_TOKEN, and that it is one of the space CONTENTFUL_SPACE_ID.",
		  "Contentful (127.0.0.1:PORT) does not give the entries: it refuses the access token (403). Check CONTENTFUL_DELIVERY_TOKEN, and that it is one of the space CONTENTFUL_SPACE_ID.",
		  "Contentful (127.0.0.1:PORT) does not give the entries: it does not know the space or the environment (404). Check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT.",
		  "Contentful (127.0.0.1:PORT) does not give the entries: it refuses the request (400: … …).",
		  "Stripe (127.0.0.1) does not give the prices: it refuses the key (401). Check STRIPE_API_KEY.",
		  "Stripe (127.0.0.1) does not give the prices: the key lacks a right (403). STRIPE_API_KEY needs Prices: Read and Products: Read.",
		  "Stripe (127.0.0.1) does not give the prices: it refuses the request (404: resource_missing).",
		  "Stripe (127.0.0.1) does not give the prices: it refuses the request (400: parameter_unknown).",
		]
	`);
});

test.each([
	["The query you sent was invalid.", "400: The query you sent was invalid"],
	[`Unknown\n token ${"a1-_".repeat(11)} and\t${["sk", "live", "4eC39"].join("_")}`, "400: Unknown token … and …"],
	["word ".repeat(60), `400: ${"word ".repeat(39)}word…`],
	[undefined, "400"],
])("Contentful's own reason for a refusal is told: %j", async (message, reason) => {
	const refusal = answering(400, { sys: { type: "Error", id: "BadRequest" }, message });
	expect(await faultsOfPull(wholeContent(), contentful.misbehave(refusal))).toEqual([
		`Contentful (127.0.0.1:PORT) does not give the entries: it refuses the request (${reason}).`,
	]);
});

describe("an answer that would be too big", () => {
	const message = "Response size too big. Maximum allowed response size: 7340032B.";
	/** Refuses to give more than `most` entries at once. Out: also how many were asked for each time. */
	function refusing(most: number) {
		const asked: number[] = [];
		const how: Intercept = (request, response) => {
			const ids = new URL(request.url ?? "", "http://a").searchParams.get("sys.id[in]")?.split(",") ?? [];
			asked.push(ids.length);
			return ids.length > most && answering(400, contentful.error("BadRequest", message))(request, response);
		};
		return { asked, options: contentful.misbehave(how) };
	}

	test("is asked for in halves, and put together", async () => {
		const { asked, options } = refusing(3);
		const whole = await pullFrom(wholeContent());
		const { snapshots, report, log } = await pullFrom(wholeContent(), options);
		expect(snapshots).toEqual(whole.snapshots);
		expect(report).toEqual([]);
		expect(asked.toSorted((a, b) => b - a)).toEqual([10, 5, 5, 3, 3, 2, 2]);
		expect(log.join("\n")).toContain("asking for 10 entries in two halves");
	});

	test("stops the build when one entry alone is too big", async () => {
		expect(await faultsOfPull(wholeContent(), refusing(0).options)).toEqual([
			`Contentful (127.0.0.1:PORT) does not give the entries: it refuses the request (400: ${message.slice(0, -1)}).`,
		]);
	});
});

test("a wrong key at the services themselves is refused", async () => {
	const wrong = { CONTENTFUL_DELIVERY_TOKEN: "wrong-token-1", STRIPE_API_KEY: "rk_wrong_2" };
	const faults = await faultsOfPull(wholeContent(), { environment: wrong });
	expect(faults.join("\n")).toMatch(/entries: .*Check CONTENTFUL_DELIVERY_TOKEN(.*\n)+.*Check STRIPE_API_KEY/);
	expect(faults.join("\n")).not.toMatch(/wrong-token-1|rk_wrong_2/);
});

test("the faults of both services are told at once", async () => {
	const faults = await faultsOfPull(wholeContent(), {
		contentful: when("/entries", answering(404, contentful.error("NotFound"))),
		stripe: when("/v1/prices", answering(401, stripe.error("api_key_expired"))),
	});
	expect(faults.map((fault) => fault.split(" ")[0])).toEqual(["Contentful", "Stripe"]);
});

describe("Contentful's answer", () => {
	test.each<[string, unknown]>([
		["an object of another kind", { hello: "world" }],
		["a list", []],
		["an entry without fields", { sys: { type: "Array" }, items: [{ sys: { type: "Entry", id: "a" } }] }],
		[
			"entries in one language",
			{ sys: { type: "Array" }, items: [{ sys: { type: "Entry", id: "a" }, fields: { title: "Text" } }] },
		],
	])("of a wrong shape stops the build: %s", async (_, body) => {
		const faults = await faultsOfPull(wholeContent(), { contentful: when("/entries", answering(200, body)) });
		expect(faults).toEqual([
			expect.stringMatching(
				/answers something else than the API documents for the entries: .*Check CONTENTFUL_API_URL\.$/,
			),
		]);
	});

	test("may be compressed", async () => {
		const accepted: unknown[] = [];
		const { snapshots } = await pullFrom(wholeContent(), {
			contentful: ({ headers }) => {
				accepted.push(headers["accept-encoding"]);
				return false;
			},
		});
		expect(accepted[0]).toContain("gzip");
		expect(snapshots["en-US"].home.heroTitle.value).toBe("Hero");
	});

	test("is asked for once, with all locales and links", async () => {
		const { services } = await pullFrom(wholeContent());
		const asked = services.entries.requests.map((line) => new URL(line.replace("GET ", ""), "http://a"));
		const prefix = `/spaces/${spaceId}/environments/master`;
		expect(asked.map(({ pathname }) => pathname).sort()).toEqual([
			`/${spaceId}/logo-1/dot.png`,
			`${prefix}/entries`,
			`${prefix}/locales`,
		]);
		const query = asked.find(({ pathname }) => pathname.endsWith("/entries"))?.searchParams;
		expect(query?.get("sys.id[in]")?.split(",")).toEqual(Object.values(services.environment.entryIds));
		expect(query?.get("include")).toBe("10");
		expect(query?.get("locale")).toBe("*");
	});
});

describe("Stripe's list", () => {
	/** A whole content whose consultation has its price behind `newer` newer ones. */
	function longList(newer: number) {
		const content = wholeContent();
		for (let index = 0; index < newer; index++)
			content.sell(`prod_other_${index}`, 100, { created: 1_800_000_000 + index });
		return content;
	}

	test("is asked for with active one-time prices and their products, 100 a request", async () => {
		const { services } = await pullFrom(wholeContent());
		const [request = "", ...others] = services.list.requests.filter((line) => line.includes("/v1/prices"));
		expect(others).toEqual([]);
		const { pathname, searchParams } = new URL(request.replace("GET ", ""), "http://a");
		expect(pathname).toBe("/v1/prices");
		expect(Object.fromEntries(searchParams)).toEqual({
			active: "true",
			type: "one_time",
			limit: "100",
			"expand[0]": "data.product",
		});
	});

	test("is read to its end", async () => {
		const { snapshots, services } = await pullFrom(longList(230));
		expect(snapshots["en-US"].consultations.consultations[0]?.price).toMatchObject({ amount: 6500, currency: "gbp" });
		expect(services.list.requests.filter((line) => line.includes("/v1/prices")).length).toBe(3);
	});

	test("goes on when the second page fails once", async () => {
		const { snapshots } = await pullFrom(longList(120), {
			stripe: when("starting_after", answering(500, stripe.error("server_error")), 1),
		});
		expect(snapshots["en-US"].programmes.programmes.length).toBe(1);
	});

	test("stops the build when the second page fails for ever", async () => {
		const faults = await faultsOfPull(longList(120), { stripe: when("starting_after", answering(500, "")) });
		expect(faults).toEqual([
			"Stripe (127.0.0.1) does not give the prices: the service is out of order (500), 3 times in a row.",
		]);
	});

	const price = { id: "price_1", object: "price", created: 1, currency: "gbp", unit_amount: 1, product: "prod_visit" };
	test.each<[string, unknown]>([
		["an object of another kind", { object: "charge" }],
		["a price without currency", { object: "list", has_more: false, data: [{ ...price, currency: undefined }] }],
		["a text for an amount", { object: "list", has_more: false, data: [{ ...price, unit_amount: "6500" }] }],
		["no word of further pages", { object: "list", data: [price] }],
		["an empty page before the last", { object: "list", has_more: true, data: [] }],
		["the same page again and again", { object: "list", has_more: true, data: [price] }],
	])("of a wrong shape stops the build: %s", async (_, body) => {
		const faults = await faultsOfPull(wholeContent(), { stripe: when("/v1/prices", answering(200, body)) });
		expect(faults).toEqual([
			expect.stringMatching(/answers something else than the API documents for the prices: .*Check STRIPE_API_URL\.$/),
		]);
	});
});

describe("Stripe's payment links", () => {
	const path = "/v1/payment_links";

	/** A whole content whose consultation has its link behind many others, and charges too little. */
	function longList(others: number) {
		const content = wholeContent();
		for (let index = 0; index < others; index++)
			content.charge(`https://buy.stripe.com/other${index}`, [{ amount: 1 }]);
		content.charge("https://buy.stripe.com/visit", [{ amount: 100 }]);
		return content;
	}

	const difference = expect.objectContaining({ severity: "severe", entry: "consultation-1" });

	test("are asked for with what they sell, 100 a request, to the end", async () => {
		const { services, report } = await pullFrom(longList(230));
		expect(report).toEqual([difference]);
		const asked = services.list.requests.filter((line) => line.includes(path));
		expect(asked.length).toBe(3);
		const { searchParams } = new URL(asked[0]?.replace("GET ", "") ?? "", "http://a");
		expect(Object.fromEntries(searchParams)).toEqual({ limit: "100", "expand[0]": "data.line_items" });
	});

	test.each([
		["the first page is busy once (429)", path, answering(429, stripe.error("rate_limit"), { "Retry-After": "0" })],
		["the second page is out of order once (500)", "starting_after", answering(500, stripe.error("server_error"))],
		["the connection breaks once", path, breaking],
		["there is silence once", path, silent],
	])("are compared when %s", async (_, where, how) => {
		const { report, log } = await pullFrom(longList(120), { stripe: when(where, how, 1), limits: { request: 200 } });
		expect(report).toEqual([difference]);
		expect(log.join("\n")).toMatch(/^Stripe \(127.*\): .*; trying again \(2 left\)$/m);
	});

	test.each<[string, Intercept, string]>([
		["out of order for ever", answering(500, ""), "the service is out of order (500), 3 times in a row"],
		["busy for ever", answering(429, ""), "too many requests (429), 3 times in a row"],
		["refused for another reason", answering(400, stripe.error("odd")), "it refuses the request (400: odd)"],
	])("that cannot be had stop the build: %s", async (_, how, reason) => {
		expect(await faultsOfPull(wholeContent(), { stripe: when(path, how) })).toEqual([
			`Stripe (127.0.0.1) does not give the payment links: ${reason}.`,
		]);
	});

	test.each<[number, Intercept | undefined]>([
		[403, undefined],
		[401, when(path, answering(401, stripe.error("api_key_expired")))],
		[404, when(path, answering(404, stripe.error("resource_missing")))],
		[403, when(path, answering(403, "<h1>No</h1>", html))],
	])("that the key may not read (%i) are one row of information, and the build goes on", async (status, how) => {
		const content = longList(0);
		content.readsLinks = how !== undefined;
		const { report, snapshots } = await pullFrom(content, { stripe: how });
		expect(report).toEqual([
			{
				severity: "info",
				entry: "STRIPE_API_KEY",
				problem: `the key may not read payment links (Stripe answers ${status})`,
				instead: "what they charge is not compared with the prices shown. The right is called Payment Links: Read",
				url: "https://dashboard.stripe.com/apikeys",
			},
		]);
		expect(snapshots["en-US"].consultations.consultations[0]?.price.amount).toBe(6500);
	});

	const link = { id: "plink_1", object: "payment_link", active: true, url: "https://buy.stripe.com/visit" };
	test.each<[string, unknown]>([
		["a price", { object: "list", has_more: false, data: [{ id: "price_1", object: "price" }] }],
		["a link without what it sells", { object: "list", has_more: false, data: [link] }],
		["an empty page before the last", { object: "list", has_more: true, data: [] }],
	])("of a wrong shape stop the build: %s", async (_, body) => {
		expect(await faultsOfPull(wholeContent(), { stripe: when(path, answering(200, body)) })).toEqual([
			expect.stringMatching(/answers something else than the API documents for the payment links: .*STRIPE_API_URL\.$/),
		]);
	});
});

describe("a picture's file", () => {
	test.each([
		["cannot be had for ever", answering(500, ""), "the service answers 500, 3 times in a row"],
		["breaks off for ever", breaking, "no connection, 3 times in a row"],
	])("that %s stops the build, with its address and its asset's", async (_, how, reason) => {
		const faults = await faultsOfPull(wholeContent(), { contentful: when(".png", how) });
		expect(faults).toEqual([
			`Asset "logo-1", field "file": its file http://127.0.0.1:PORT/${spaceId}/logo-1/dot.png cannot be had: ${reason}. Open it: https://app.contentful.com/spaces/${spaceId}/environments/master/assets/logo-1`,
		]);
	});

	const missing = (reason: string) => `severe | cover.file | its file cannot be had: ${reason}: it is left out`;
	test.each([404, 403, 410, 451])(
		"that is answered %i is left out, with a row, and costs nothing else",
		async (status) => {
			const { en, rows } = await pullChanged(
				(content) => {
					content.addAsset("cover");
					content.set("about", "cover", plain(assetLink("cover")));
				},
				{ contentful: when("/cover/", answering(status, "")) },
			);
			expect(en.about).not.toHaveProperty("cover");
			expect(en.navigation.logo?.src).toMatch(/^\/media\//);
			expect(rows).toEqual([missing(`the service answers ${status}`)]);
		},
	);

	test("that is larger than any should be is left out, too", async () => {
		const { rows } = await pullChanged(
			(content) => {
				content.addAsset("cover");
				content.set("about", "cover", plain(assetLink("cover")));
			},
			{ contentful: when("/cover/", answering(200, "x".repeat(2000))), limits: { fileSize: 1000 } },
		);
		expect(rows).toEqual([missing("it is larger than 1000 bytes")]);
	});

	test("that is answered 408 is waited for", async () => {
		const { snapshots } = await pullFrom(wholeContent(), { contentful: when(".png", answering(408, ""), 1) });
		expect(snapshots["en-US"].navigation.logo).toBeDefined();
	});

	test("that is missing stops the build when most are: then it is the service's fault", async () => {
		const content = wholeContent();
		for (const id of ["cover-1", "cover-2"]) content.addAsset(id);
		content.set("about", "certificates", plain(["cover-1", "cover-2"].map(assetLink)));
		const faults = await faultsOfPull(content, { contentful: when("/cover-", answering(403, "")) });
		expect(faults).toEqual(
			["cover-1", "cover-2"].map((id) =>
				expect.stringMatching(
					`^Asset "${id}", field "file": its file .*/${id}/dot.png cannot be had: the service answers 403`,
				),
			),
		);
	});

	test("is waited for, with all others, no longer than the deadline of all", async () => {
		const content = wholeContent();
		const certificates = Array.from({ length: 5 }, (_, index) => `certificate-${index}`);
		for (const id of certificates) content.addAsset(id);
		content.set("about", "certificates", plain(certificates.map(assetLink)));
		const limits = { mediaDeadline: 150, concurrency: 2, file: 60_000 };
		const faults = await faultsOfPull(content, { contentful: when(".png", silent), limits });
		expect(faults.length).toBe(3);
		expect(faults.join("\n")).toMatch(
			/^4 more files were not fetched within 0\.15 s\.\n(.*dot\.png cannot be had: the deadline passed.*\n?){2}$/,
		);
	});

	test.each([
		["is not there", answering(503, "")],
		["breaks off", breaking],
		["is not sent", silent],
	])("that %s once is asked for again", async (_, how) => {
		const { snapshots } = await pullFrom(wholeContent(), {
			contentful: when(".png", how, 1),
			limits: { file: 200 },
		});
		expect(snapshots["en-US"].navigation.logo?.src).toMatch(/^\/media\/[0-9a-f]{16}-3\.jpg$/);
	});
});
