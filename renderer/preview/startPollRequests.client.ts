import { type PollReason, pollIntervalMs, pollReasonParameter, previewPollPath } from "../../environment/preview.ts";

/** Time without activity on a page after which it requests no more polls, in milliseconds. */
const maxIdleMs = 10 * 60 * 1000;

/** Events of a person who uses the page. Scripts scroll, too, so `scroll` is none of them. */
const activityEvents = ["pointerdown", "pointermove", "wheel", "keydown"] as const;

/**
 * Starts to request polls of Contentful from our server: when the page becomes visible or is used again, then at an
 * interval while it is visible and active.
 * @returns function that requests a poll because an entry was saved
 */
export function startPollRequests(): () => void {
	let lastActivityMs = Number.NEGATIVE_INFINITY;
	let hasServer = true;
	const isActive = () => !document.hidden && Date.now() - lastActivityMs < maxIdleMs;
	const request = async (reason: PollReason): Promise<void> => {
		if (!hasServer) return;
		const url = `${previewPollPath}?${pollReasonParameter}=${reason}`;
		const response = await fetch(url, { method: "POST" }).catch(() => undefined);
		// A static host has no server that could poll.
		if (response?.status === 404) hasServer = false;
	};
	const recordActivity = (): void => {
		const wasActive = isActive();
		lastActivityMs = Date.now();
		if (!wasActive && isActive()) void request("visible");
	};

	recordActivity();
	for (const type of activityEvents) addEventListener(type, recordActivity, { capture: true, passive: true });
	addEventListener("visibilitychange", () => {
		// A page that was hidden counts as inactive, so that it requests a poll at once when it becomes visible again.
		lastActivityMs = Number.NEGATIVE_INFINITY;
		recordActivity();
	});
	setInterval(() => {
		if (isActive()) void request("interval");
	}, pollIntervalMs);
	return () => {
		lastActivityMs = Date.now();
		void request("saved");
	};
}
