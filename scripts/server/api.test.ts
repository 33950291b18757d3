import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createRateLimit } from "./api.ts";
import { emptySiteFiles } from "./siteFiles.ts";
import { startHttpServer } from "./startHttpServer.ts";

const config = { windowLimit: 2, windowSize: 60, aggregateBy: [] };

function openRateLimit() {
	const clock = { time: 0 };
	return { clock, isRateLimited: createRateLimit(config, () => clock.time) };
}

const [anna, boris] = ["203.0.113.9", "198.51.100.1"];

test("the rate limit counts each visitor separately", () => {
	const { isRateLimited } = openRateLimit();
	expect([anna, anna, anna, boris].map(isRateLimited)).toEqual([false, false, true, false]);
});

test("the rate limit counts all addresses of a /48 as one visitor", () => {
	const { isRateLimited } = openRateLimit();
	const addresses = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:3::1", "2001:db8:2:2::1"];
	expect(addresses.map(isRateLimited)).toEqual([false, false, true, false]);
});

test("the rate limit counts an IPv4 address and its IPv4-mapped IPv6 address as one visitor", () => {
	const { isRateLimited } = openRateLimit();
	expect([anna, anna, `::ffff:${anna}`].map(isRateLimited)).toEqual([false, false, true]);
});

test("the rate limit starts again when its window is over, and not before", () => {
	const { clock, isRateLimited } = openRateLimit();
	for (let request = 0; request < 3; request++) isRateLimited(anna);
	clock.time = 59_999;
	expect(isRateLimited(anna)).toBe(true);
	clock.time = 60_000;
	expect(isRateLimited(anna)).toBe(false);
});

test("the rate limit starts again after very many visitors, so that its memory is bounded", () => {
	const { isRateLimited } = openRateLimit();
	for (let request = 0; request < 3; request++) isRateLimited(anna);
	for (let visitor = 0; visitor < 10_000; visitor++) isRateLimited(`10.1.${visitor >> 8}.${visitor & 255}`);
	expect(isRateLimited(anna)).toBe(false);
});

describe("concurrent function calls", () => {
	async function startSlowFunction() {
		const finished = Promise.withResolvers<void>();
		let calls = 0;
		const respond = async () => {
			calls++;
			await finished.promise;
			return new Response("done");
		};
		const server = await startHttpServer({
			getFiles: () => emptySiteFiles,
			port: 0,
			api: [{ path: /^\/api\/slow$/, respond }],
		});
		onTestFinished(server.close);
		const call = (ip: string) => fetch(`${server.url}/api/slow`, { headers: { "X-Forwarded-For": ip } });
		const expectCalls = (count: number) => vi.waitFor(() => expect(calls).toBe(count), { timeout: 10_000 });
		return { call, expectCalls, finish: () => finished.resolve() };
	}

	const countStatuses = (responses: Response[]) =>
		Object.fromEntries([200, 503].map((code) => [code, responses.filter(({ status }) => status === code).length]));

	test("calls of one visitor are limited to 25, also from many addresses of a /64, without limiting other visitors", async () => {
		const { call, expectCalls, finish } = await startSlowFunction();
		const flood = Array.from({ length: 40 }, (_, host) => call(`2001:db8:1:2::${host}`));
		await expectCalls(25);
		const reader = call("203.0.113.9");
		await expectCalls(26);
		let refusedCount = 0;
		for (const response of flood) response.then(() => refusedCount++);
		await vi.waitFor(() => expect(refusedCount).toBe(15), { timeout: 10_000 });
		finish();
		expect(countStatuses(await Promise.all(flood))).toEqual({ 200: 25, 503: 15 });
		expect((await reader).status).toBe(200);
	});

	test("calls of a visitor at the limit are accepted again when earlier calls have ended", async () => {
		const { call, expectCalls, finish } = await startSlowFunction();
		const first = Array.from({ length: 25 }, () => call("203.0.113.9"));
		await expectCalls(25);
		expect((await call("203.0.113.9")).status).toBe(503);
		finish();
		await Promise.all(first);
		expect((await call("203.0.113.9")).status).toBe(200);
	});
});
