import { medianOf, type Result } from "./results.ts";
import { withLiveServer } from "./withLiveServer.ts";

/** Measures the time from a webhook until our own server serves the changed page. */
export async function measurePublications(runs: number): Promise<Result> {
	const times: number[] = [];
	await withLiveServer(async ({ publish }) => {
		while (times.length < runs) times.push(await publish());
	});
	const figures = { median: medianOf(times), slowest: Math.max(...times) };
	return { floor: {}, rows: [{ publication: "from webhook to live, ms", ...figures }] };
}
