// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchLiveVersion } from "./watchLiveVersion.client.ts";

/** Simulated event stream. */
class EventStream {
	static readonly CLOSED = 2;
	static opened: EventStream[] = [];
	readyState = 0;
	onopen = () => {};
	onmessage: (event: { data: string }) => void = () => {};
	onerror: () => unknown = () => {};

	constructor() {
		EventStream.opened.push(this);
	}

	/** Ends the stream like a response with an error status, after which browsers do not reconnect. */
	refuse(): void {
		this.readyState = EventStream.CLOSED;
		this.onerror();
	}
}

beforeEach(() => {
	vi.useFakeTimers();
	EventStream.opened = [];
	vi.stubGlobal("EventSource", EventStream);
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const respond = (status: number) => vi.stubGlobal("fetch", async () => new Response(null, { status }));

test("without Web Locks a tab opens its own event stream", () => {
	const versions: string[] = [];
	watchLiveVersion((version) => versions.push(version));
	EventStream.opened[0]?.onmessage({ data: "two" });
	expect(versions).toEqual(["two"]);
});

test("without storage a tab opens its own event stream", async () => {
	const request = () => Promise.reject(new DOMException("The request was denied.", "SecurityError"));
	vi.stubGlobal("BroadcastChannel", class {});
	Object.assign(navigator, { locks: { request } });
	const versions: string[] = [];
	watchLiveVersion((version) => versions.push(version));
	await vi.advanceTimersByTimeAsync(0);
	Reflect.deleteProperty(navigator, "locks");
	EventStream.opened[0]?.onmessage({ data: "two" });
	expect(versions).toEqual(["two"]);
});

test.each([
	["reopened when the server was down", 502, 2],
	["not reopened when the server has none, as a static host", 404, 1],
])("the event stream is %s", async (_, status, count) => {
	respond(status);
	watchLiveVersion(() => {});
	EventStream.opened[0]?.refuse();
	await vi.advanceTimersByTimeAsync(60_000);
	expect(EventStream.opened.length).toBe(count);
});

test("the event stream is reopened while the server is down", async () => {
	vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
	watchLiveVersion(() => {});
	for (const count of [2, 3]) {
		EventStream.opened.at(-1)?.refuse();
		await vi.advanceTimersByTimeAsync(60_000);
		expect(EventStream.opened.length).toBe(count);
	}
});
