import { withLiveServer } from "./withLiveServer.ts";

/** Measures the time from a webhook until our own server serves the changed page, and prints it. */
export function measurePublications(runs: number): Promise<void> {
	return withLiveServer(async ({ publish }) => {
		const times: number[] = [];
		while (times.length < runs) times.push(await publish());
		console.log(`From webhook to live: ${times.join(", ")} ms`);
	});
}
