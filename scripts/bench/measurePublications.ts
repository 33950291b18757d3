import { setTimeout as wait } from "node:timers/promises";
import { type Extent, formatSpread, type Measured } from "./figures.ts";
import { withLiveServer } from "./withLiveServer.ts";

/** Simulated latency of Contentful and Stripe, in milliseconds. */
const latencyMs = 50;
/** Delay between two publications, in milliseconds. During this time, the server finishes compressing files. */
const pauseMs = 1500;

/** Measures the time from a webhook until our own server serves the changed page, in milliseconds. */
export function measurePublications({ runs }: Extent): Promise<Measured> {
	return withLiveServer(latencyMs, async ({ publish }) => {
		const figures: number[] = [];
		while (figures.length < runs) {
			await wait(pauseMs);
			figures.push(await publish());
		}
		return { figures, report: `${formatSpread(figures)} ms` };
	});
}
