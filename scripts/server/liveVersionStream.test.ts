import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { openLiveVersionStream } from "./liveVersionStream.ts";

test("an event stream without news gets a comment at least twice a minute, so that no proxy closes it", () => {
	vi.useFakeTimers();
	onTestFinished(() => void vi.useRealTimers());
	const stream = openLiveVersionStream();
	onTestFinished(() => stream.close());
	const sent: string[] = [];
	const response = { writeHead: () => {}, once: () => {}, end: () => {}, write: (text: string) => sent.push(text) };
	stream.respond({ method: "GET" } as IncomingMessage, response as unknown as ServerResponse);
	sent.length = 0;
	vi.advanceTimersByTime(60_000);
	expect(sent.length).toBeGreaterThanOrEqual(2);
	expect(sent.every((text) => text.startsWith(":"))).toBe(true);
});
