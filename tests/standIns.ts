import { onTestFinished, vi } from "vitest";
import { type LoopbackOptions, type Reply, startLoopback } from "../demo/loopbackService.ts";

type Answer = (
	...exchange: Parameters<Parameters<typeof startLoopback>[1]>
) => Partial<Reply> | Promise<Partial<Reply>>;

/** Starts a stand-in for a service, by default with empty answers of status 200, and stops it after the test. */
export async function startStandIn(answer: Answer = () => ({}), options: LoopbackOptions = {}) {
	const service = await startLoopback(options, async (...exchange) => {
		return { status: 200, headers: {}, body: "", ...(await answer(...exchange)) };
	});
	onTestFinished(service.close);
	return service;
}

/** Replaces clocks and timers until the end of the test. */
export function replaceTimers(options: Parameters<typeof vi.useFakeTimers>[0]): void {
	vi.useFakeTimers(options);
	onTestFinished(() => void vi.useRealTimers());
}

/** Sets the date until the end of the test, and leaves timers as they are. */
export const setTime = (time: string | number): void =>
	replaceTimers({ toFake: ["Date"], now: new Date(time) });
