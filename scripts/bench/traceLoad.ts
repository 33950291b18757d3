import type { Page } from "puppeteer-core";

/** Categories of Chromium's trace events that contain the work of the main thread and the times of the paints. */
const categories = ["devtools.timeline", "disabled-by-default-devtools.timeline", "loading", "blink.user_timing"];

/** Kind of work that each trace event measures: name of the event in Chromium → kind of work in the report. */
const workByEvent: Record<string, Work> = {
	ParseHTML: "parse",
	ParseAuthorStyleSheet: "parse",
	UpdateLayoutTree: "style",
	Layout: "layout",
	PrePaint: "paint",
	Paint: "paint",
	Layerize: "paint",
	Commit: "paint",
	EvaluateScript: "script",
	"v8.compile": "script",
	FunctionCall: "script",
};

type Work = "parse" | "style" | "layout" | "paint" | "script" | "other";

/**
 * Parts of the time from a navigation to the first contentful paint, in milliseconds. `waiting` is idle time of the
 * main thread.
 */
export type LoadTrace = Record<"lastByte" | Work | "waiting", number>;

/**
 * Event of a trace that Chromium writes. Times are in microseconds.
 * https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
 */
export type TraceEvent = {
	name: string;
	/** Phase of the event. `X`: the event has a duration, `dur`. */
	ph: string;
	pid: number;
	tid: number;
	ts: number;
	dur?: number;
	args: {
		data?: {
			documentLoaderURL?: string;
			/** Id of the navigation, which is also the id of the request for the document. */
			navigationId?: string;
			requestId?: string;
			/** Time of the last byte of a response, in seconds. */
			finishTime?: number;
		};
	};
};

/** Calls `load` while Chromium records a trace, and adds the trace's summary to the result. */
export async function traceLoad<Result>(
	page: Page,
	url: string,
	load: () => Promise<Result>,
): Promise<Result & { trace: LoadTrace }> {
	await page.tracing.start({ categories });
	const result = await load();
	const buffer = await page.tracing.stop();
	const { traceEvents } = JSON.parse(new TextDecoder().decode(buffer)) as { traceEvents: TraceEvent[] };
	return { ...result, trace: summariseTrace(traceEvents, url) };
}

/**
 * Splits the time before the first contentful paint of a page into parts.
 * @throws Error when an event of the page load is missing in the trace
 */
export function summariseTrace(events: TraceEvent[], url: string): LoadTrace {
	const navigation = events.findLast(
		({ name, args }) => name === "navigationStart" && args.data?.documentLoaderURL === url,
	);
	const id = navigation?.args.data?.navigationId;
	const response = events.find(({ name, args }) => name === "ResourceFinish" && args.data?.requestId === id);
	const lastByteSeconds = response?.args.data?.finishTime;
	const firstPaint = events.find(({ name, args }) => name === "firstContentfulPaint" && args.data?.navigationId === id);
	if (!navigation || !lastByteSeconds || !firstPaint) throw new Error(`The trace of ${url} is incomplete.`);
	const lastByteUs = lastByteSeconds * 1_000_000;
	const onMainThread = events.filter(
		({ ph, pid, tid }) => ph === "X" && pid === navigation.pid && tid === navigation.tid,
	);
	const work = sumWork(onMainThread, lastByteUs, firstPaint.ts);
	const worked = Object.values(work).reduce((total, ms) => total + ms, 0);
	return {
		lastByte: (lastByteUs - navigation.ts) / 1000,
		...work,
		waiting: (firstPaint.ts - lastByteUs) / 1000 - worked,
	};
}

/** Returns the duration of each kind of work, in milliseconds, between two times of the trace. */
function sumWork(events: TraceEvent[], start: number, end: number): Record<Work, number> {
	const sums: Record<Work, number> = { parse: 0, style: 0, layout: 0, paint: 0, script: 0, other: 0 };
	const openEvents: { end: number; work: Work }[] = [];
	const inOrder = events.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
	for (const { name, ts, dur = 0 } of inOrder) {
		while (openEvents.length > 0 && (openEvents.at(-1)?.end ?? 0) <= ts) openEvents.pop();
		const enclosing = openEvents.at(-1);
		const work = workByEvent[name] ?? enclosing?.work ?? "other";
		const ms = Math.max(0, Math.min(ts + dur, end) - Math.max(ts, start)) / 1000;
		sums[work] += ms;
		// The enclosing event's duration includes this event's duration, which must not count twice.
		if (enclosing) sums[enclosing.work] -= ms;
		openEvents.push({ end: ts + dur, work });
	}
	return sums;
}
