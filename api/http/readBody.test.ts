import { expect, test } from "vitest";
import { readBody } from "./readBody.ts";

const megabyte = 1024 * 1024;

/** Creates a request that has sent one byte of its body, and sends the rest only when `finish` is called. */
function startRequest() {
	let finish = () => {};
	const body = new ReadableStream({
		start(controller) {
			controller.enqueue(new Uint8Array([97]));
			finish = () => controller.close();
		},
	});
	const init = { method: "POST", body, duplex: "half" } as RequestInit;
	return { request: new Request("http://localhost", init), finish };
}

test("begun requests take little memory, so that many of them cannot exhaust it", async () => {
	const before = process.memoryUsage().arrayBuffers;
	const begun = Array.from({ length: 200 }, startRequest);
	const bodies = begun.map(({ request }) =>
		readBody(request, { maxBytes: megabyte, timeLimitMs: 8_000 }),
	);
	const taken = process.memoryUsage().arrayBuffers - before;
	for (const { finish } of begun) finish();
	expect(new Set((await Promise.all(bodies)).map(({ text }) => text))).toEqual(new Set(["a"]));
	expect(taken).toBeLessThan(10 * megabyte);
});
