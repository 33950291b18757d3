import { expect, test } from "vitest";
import { summariseTrace, type TraceEvent } from "./traceLoad.ts";

const url = "https://localhost/";
const mainThread = { pid: 1, tid: 1 };

function createEvent(name: string, ts: number, data?: TraceEvent["args"]["data"]): TraceEvent {
	return { name, ph: "I", ...mainThread, ts, args: data ? { data } : {} };
}

const createWork = (name: string, ts: number, dur: number): TraceEvent => ({
	...createEvent(name, ts),
	ph: "X",
	dur,
});

const load = [
	createEvent("navigationStart", 100_000, { documentLoaderURL: url, navigationId: "document" }),
	createEvent("ResourceFinish", 115_000, { requestId: "document", finishTime: 0.11 }),
	createEvent("firstContentfulPaint", 150_000, { navigationId: "document" }),
];
const idle = { lastByte: 10, parse: 0, style: 0, layout: 0, paint: 0, script: 0, other: 0, waiting: 40 };

test.each<[string, TraceEvent[], Partial<typeof idle>]>([
	["no work", [], {}],
	["work of a kind", [createWork("Layout", 120_000, 5_000)], { layout: 5, waiting: 35 }],
	[
		"work inside other work, which counts once",
		[createWork("FunctionCall", 121_000, 4_000), createWork("ParseHTML", 120_000, 10_000)],
		{ parse: 6, script: 4, waiting: 30 },
	],
	[
		"work of no kind inside work of a kind",
		[createWork("Layout", 120_000, 5_000), createWork("Unknown", 121_000, 1_000)],
		{ layout: 5, waiting: 35 },
	],
	["work of no kind", [createWork("RunTask", 120_000, 1_000)], { other: 1, waiting: 39 }],
	[
		"work that begins before the last byte or ends after the first paint",
		[createWork("ParseHTML", 105_000, 6_000), createWork("Paint", 148_000, 9_000)],
		{ parse: 1, paint: 2, waiting: 37 },
	],
	[
		"work of other threads and processes",
		[
			{ ...createWork("Layout", 120_000, 5_000), tid: 2 },
			{ ...createWork("Layout", 120_000, 5_000), pid: 2 },
		],
		{},
	],
])("the trace of a load with %s is split into its parts", (_, work, parts) => {
	expect(summariseTrace([...load, ...work], url)).toEqual({ ...idle, ...parts });
});

test("a picture that arrives before the document, and a paint of another page, do not change the trace", () => {
	const others = [
		createEvent("ResourceFinish", 105_000, { requestId: "picture", finishTime: 0.105 }),
		createEvent("firstContentfulPaint", 101_000, { navigationId: "other" }),
	];
	expect(summariseTrace([...others, ...load], url)).toEqual(idle);
});

test.each(load.map(({ name }) => name))("a trace without the event %s is refused", (missing) => {
	const events = load.filter(({ name }) => name !== missing);
	expect(() => summariseTrace(events, url)).toThrow(`The trace of ${url} is incomplete.`);
});
