import { type PollReason, pollIntervalMs, pollReasonParameter, previewPollPath } from "../environment/preview.ts";

/** Time since the last use of a page after which it requests no more polls, in milliseconds. */
const maxIdleMs = 10 * 60 * 1000;

/** Events that show that somebody uses the page. Scripts scroll, too, so `scroll` is none of them. */
const useEvents = ["pointerdown", "pointermove", "wheel", "keydown"] as const;

/**
 * Requests polls from the server while this page is visible and in use: at once when that begins, then at an interval.
 * @returns function that requests a poll because an entry was saved
 */
export function requestPolls(): () => void {
	let lastUseMs = Number.NEGATIVE_INFINITY;
	let isServed = true;
	const isInUse = () => !document.hidden && Date.now() - lastUseMs < maxIdleMs;
	const request = async (reason: PollReason): Promise<void> => {
		if (!isServed) return;
		const url = `${previewPollPath}?${pollReasonParameter}=${reason}`;
		const response = await fetch(url, { method: "POST" }).catch(() => undefined);
		// A static host has no server that could poll.
		if (response?.status === 404) isServed = false;
	};
	const recordUse = (): void => {
		const wasInUse = isInUse();
		lastUseMs = Date.now();
		if (!wasInUse && isInUse()) void request("visible");
	};

	recordUse();
	for (const type of useEvents) addEventListener(type, recordUse, { capture: true, passive: true });
	addEventListener("visibilitychange", () => {
		// A page that was hidden counts as unused, so that it requests a poll at once when it becomes visible again.
		lastUseMs = Number.NEGATIVE_INFINITY;
		recordUse();
	});
	setInterval(() => {
		if (isInUse()) void request("interval");
	}, pollIntervalMs);
	return () => {
		lastUseMs = Date.now();
		void request("saved");
	};
}
