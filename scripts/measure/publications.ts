import { setTimeout as wait } from "node:timers/promises";
import type { Extent, Measured } from "./bench.ts";
import { formatSpread } from "./figures.ts";
import { withLiveServer } from "./liveServer.ts";

/** Publishes again and again to our own server: milliseconds from each webhook to the page with the new text. */
export function measurePublications({ publications }: Extent): Promise<Measured> {
	return withLiveServer(50, async ({ publish }) => {
		const figures: number[] = [];
		while (figures.length < publications) {
			// As long as an editor takes at least, and the server for what it does when all is done.
			await wait(1500);
			figures.push(await publish());
		}
		return { figures, report: `${formatSpread(figures)} ms` };
	});
}
