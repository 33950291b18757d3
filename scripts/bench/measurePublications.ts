import { setTimeout as wait } from "node:timers/promises";
import { type Extent, formatSpread, type Measured } from "./figures.ts";
import { withLiveServer } from "./withLiveServer.ts";

/** Latency of Contentful and Stripe, in milliseconds. */
const latencyMs = 50;
/** Pause between two publications, in which the server finishes its work after the switch. */
const pauseMs = 1500;

/** Measures the milliseconds from a webhook to the page with the new text on our own server. */
export function measurePublications({ publications }: Extent): Promise<Measured> {
	return withLiveServer(latencyMs, async ({ publish }) => {
		const figures: number[] = [];
		while (figures.length < publications) {
			await wait(pauseMs);
			figures.push(await publish());
		}
		return { figures, report: `${formatSpread(figures)} ms` };
	});
}
