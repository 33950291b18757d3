import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type PollReason, pollIntervalMs, previewPollPath } from "../../environment/preview.ts";
import type { Collection } from "../pull/contentful/fingerprint.ts";
import { createPollRoute, createPreviewPolls } from "./previewPolls.ts";

const minuteMs = 60_000;

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
	return () => vi.useRealTimers();
});

/** Creates the polls of a preview whose collections a test changes. */
function startPolls() {
	const versions = { entries: 1, assets: 1 };
	const failing = new Set<Collection>();
	const requests: Collection[] = [];
	const rebuilds: string[] = [];
	const log: string[] = [];
	const { requestPoll, close } = createPreviewPolls({
		async fetchFingerprint(collection) {
			requests.push(collection);
			if (failing.has(collection)) throw new TypeError();
			return String(versions[collection]);
		},
		requestRebuild: (cause) => rebuilds.push(cause),
		log: (line) => log.push(line),
	});
	onTestFinished(close);
	return { versions, failing, requests, rebuilds, log, requestPoll, close };
}

/** Starts polls whose first poll, which always requests a rebuild, was a while ago. */
async function startSettledPolls() {
	const polls = startPolls();
	polls.requestPoll("visible");
	await vi.advanceTimersByTimeAsync(30_000);
	polls.requests.length = 0;
	polls.rebuilds.length = 0;
	return polls;
}

test("the first poll requests a rebuild, because drafts may have changed since the last one", async () => {
	const { requestPoll, rebuilds } = startPolls();
	requestPoll("visible");
	await vi.advanceTimersByTimeAsync(0);
	expect(rebuilds).toEqual(["a draft was changed"]);
});

test("polls go on after the clock was set back", async () => {
	const { requestPoll, requests } = await startSettledPolls();
	vi.setSystemTime(Date.now() - 6 * 60 * minuteMs);
	for (const reason of ["interval", "saved", "visible"] as const) {
		requestPoll(reason);
		await vi.advanceTimersByTimeAsync(0);
	}
	expect(requests).toEqual(["entries", "entries", "entries", "assets"]);
});

describe("polls at an interval", () => {
	test("cost one request each, in which entries and assets take turns", async () => {
		const { requestPoll, requests, rebuilds } = await startSettledPolls();
		for (let count = 0; count < 6; count++) {
			requestPoll("interval");
			await vi.advanceTimersByTimeAsync(pollIntervalMs);
		}
		expect(requests).toEqual(["entries", "assets", "entries", "assets", "entries", "assets"]);
		expect(rebuilds).toEqual([]);
	});

	test("of twenty windows cost no more than those of one", async () => {
		const { requestPoll, requests } = await startSettledPolls();
		for (let elapsedMs = 0; elapsedMs < minuteMs; elapsedMs += pollIntervalMs / 20) {
			requestPoll("interval");
			await vi.advanceTimersByTimeAsync(pollIntervalMs / 20);
		}
		expect(requests.length).toBeLessThanOrEqual(7);
	});

	test.each(["entries", "assets"] as const)(
		"see within two intervals that only %s have changed",
		async (collection) => {
			const { requestPoll, versions, rebuilds } = await startSettledPolls();
			versions[collection]++;
			requestPoll("interval");
			await vi.advanceTimersByTimeAsync(pollIntervalMs);
			requestPoll("interval");
			await vi.advanceTimersByTimeAsync(pollIntervalMs);
			expect(rebuilds).toEqual(["a draft was changed"]);
		},
	);
});

test("a page that becomes visible causes a poll of both collections, also directly after another poll", async () => {
	const { requestPoll, requests, versions, rebuilds } = await startSettledPolls();
	requestPoll("interval");
	await vi.advanceTimersByTimeAsync(300);
	versions.assets++;
	requestPoll("visible");
	await vi.advanceTimersByTimeAsync(0);
	expect(requests).toEqual(["entries", "entries", "assets"]);
	expect(rebuilds).toEqual(["a draft was changed"]);
});

test("requests that arrive during a poll share the next one", async () => {
	const { requestPoll, requests } = await startSettledPolls();
	for (let count = 0; count < 20; count++) requestPoll("visible");
	await vi.advanceTimersByTimeAsync(1_000);
	expect(requests).toEqual(["entries", "assets", "entries", "assets"]);
});

describe("a save in Contentful's editor", () => {
	test("costs one request when Contentful responds with it at once", async () => {
		const { requestPoll, requests, versions, rebuilds } = await startSettledPolls();
		versions.entries++;
		requestPoll("saved");
		await vi.advanceTimersByTimeAsync(5_000);
		expect({ requests, rebuilds }).toEqual({ requests: ["entries"], rebuilds: ["a draft was changed"] });
	});

	test("is found by a repetition when Contentful responds with it later", async () => {
		const { requestPoll, requests, versions, rebuilds } = await startSettledPolls();
		requestPoll("saved");
		await vi.advanceTimersByTimeAsync(200);
		versions.entries++;
		await vi.advanceTimersByTimeAsync(5_000);
		expect({ requests, rebuilds }).toEqual({
			requests: ["entries", "entries"],
			rebuilds: ["a draft was changed"],
		});
	});

	test("costs at most three requests", async () => {
		const { requestPoll, requests, rebuilds } = await startSettledPolls();
		requestPoll("saved");
		await vi.advanceTimersByTimeAsync(5_000);
		expect({ requests, rebuilds }).toEqual({ requests: ["entries", "entries", "entries"], rebuilds: [] });
	});
});

describe("a poll that fails", () => {
	test("is logged, and the next one is sent", async () => {
		const { requestPoll, requests, failing, log } = await startSettledPolls();
		failing.add("entries");
		requestPoll("interval");
		await vi.advanceTimersByTimeAsync(pollIntervalMs);
		expect(log).toEqual(["Preview: polling Contentful failed (TypeError)"]);
		requestPoll("interval");
		await vi.advanceTimersByTimeAsync(0);
		expect(requests).toEqual(["entries", "assets"]);
	});

	test("for one collection does not hide a change of the other", async () => {
		const { requestPoll, versions, failing, rebuilds } = await startSettledPolls();
		versions.entries++;
		failing.add("assets");
		requestPoll("visible");
		await vi.advanceTimersByTimeAsync(pollIntervalMs);
		failing.clear();
		requestPoll("visible");
		await vi.advanceTimersByTimeAsync(0);
		expect(rebuilds).toEqual(["a draft was changed"]);
	});
});

test.each<PollReason>(["saved", "visible", "interval"])(
	"requests without end for the reason %j send Contentful at most 780 requests in an hour",
	async (reason) => {
		const { requestPoll, requests } = startPolls();
		for (let elapsedMs = 0; elapsedMs < 60 * minuteMs; elapsedMs += 500) {
			requestPoll(reason);
			await vi.advanceTimersByTimeAsync(500);
		}
		expect(requests.length).toBeLessThanOrEqual(780);
	},
);

test("closed polls send no requests", async () => {
	const { requestPoll, requests, close } = await startSettledPolls();
	close();
	requestPoll("visible");
	await vi.advanceTimersByTimeAsync(5_000);
	expect(requests).toEqual([]);
});

describe("the route of polls", () => {
	const requested: PollReason[] = [];
	beforeEach(() => void requested.splice(0));
	const { respond } = createPollRoute({ requestPoll: (reason) => requested.push(reason) });
	const send = async (query: string, init: RequestInit) => {
		const request = new Request(`https://drafts.clinic.example${previewPollPath}${query}`, init);
		return (await respond(request, { ip: "" })).status;
	};
	const sameOrigin = { "Sec-Fetch-Site": "same-origin" };

	test("passes a page's request on", async () => {
		expect(await send("?reason=saved", { method: "POST", headers: sameOrigin })).toBe(204);
		expect(requested).toEqual(["saved"]);
	});

	test.each<[request: string, status: number, query: string, init: RequestInit]>([
		["of another site", 403, "?reason=saved", { method: "POST", headers: { "Sec-Fetch-Site": "cross-site" } }],
		["with an unknown reason", 400, "?reason=other", { method: "POST", headers: sameOrigin }],
		["with the method GET", 405, "?reason=saved", { headers: sameOrigin }],
	])("refuses a request %s with %i", async (_, status, query, init) => {
		expect(await send(query, init)).toBe(status);
		expect(requested).toEqual([]);
	});
});
