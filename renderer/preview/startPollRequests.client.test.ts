// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { pollIntervalMs, pollReasonParameter } from "../../environment/preview.ts";
import { startPollRequests } from "./startPollRequests.client.ts";

const minuteMs = 60_000;

/** Window of the page, which each test gets anew, because the listeners of the polls are never removed. */
let page: EventTarget;

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

/** Starts the polls of a page. Returns the reasons of the requests that the page has sent, which a test can empty. */
async function startPolls(status = 204) {
	vi.useFakeTimers();
	page = new EventTarget();
	vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
	setHidden(false);
	const reasons: string[] = [];
	vi.stubGlobal("fetch", async (url: string) => {
		reasons.push(new URLSearchParams(url.split("?")[1]).get(pollReasonParameter) ?? "");
		return new Response(null, { status });
	});
	const requestPollAfterSave = startPollRequests();
	await vi.advanceTimersByTimeAsync(0);
	return { reasons, requestPollAfterSave };
}

function setHidden(isHidden: boolean): void {
	Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
	page.dispatchEvent(new Event("visibilitychange"));
}

test("a visible page requests polls at once and at intervals", async () => {
	const { reasons } = await startPolls();
	await vi.advanceTimersByTimeAsync(3 * pollIntervalMs);
	expect(reasons).toEqual(["visible", "interval", "interval", "interval"]);
	expect(pollIntervalMs).toBe(10_000);
});

test("a hidden page requests no polls until it is visible", async () => {
	const { reasons } = await startPolls();
	setHidden(true);
	await vi.advanceTimersByTimeAsync(minuteMs);
	expect(reasons).toEqual(["visible"]);
	setHidden(false);
	expect(reasons).toEqual(["visible", "visible"]);
});

test("a page unused for ten minutes requests no polls", async () => {
	const { reasons } = await startPolls();
	await vi.advanceTimersByTimeAsync(10 * minuteMs);
	reasons.length = 0;
	page.dispatchEvent(new Event("scroll"));
	await vi.advanceTimersByTimeAsync(minuteMs);
	expect(reasons).toEqual([]);
	page.dispatchEvent(new Event("keydown"));
	await vi.advanceTimersByTimeAsync(pollIntervalMs);
	expect(reasons).toEqual(["visible", "interval"]);
});

test("a save requests a poll at once, and counts as use", async () => {
	const { reasons, requestPollAfterSave } = await startPolls();
	await vi.advanceTimersByTimeAsync(10 * minuteMs);
	reasons.length = 0;
	requestPollAfterSave();
	expect(reasons).toEqual(["saved"]);
	await vi.advanceTimersByTimeAsync(pollIntervalMs);
	expect(reasons).toEqual(["saved", "interval"]);
});

test("a page on a static host requests no more polls", async () => {
	const { reasons } = await startPolls(404);
	await vi.advanceTimersByTimeAsync(minuteMs);
	expect(reasons).toEqual(["visible"]);
});
