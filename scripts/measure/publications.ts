import { setTimeout as wait } from "node:timers/promises";
import { type Extent, formatSpread, type Measured } from "./figures.ts";
import { withLiveServer } from "./liveServer.ts";
import { withBrowser } from "./realSite.ts";

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

/** Saves a draft again and again: milliseconds from each until a page of the preview that is open in a browser shows it. */
export function measureDrafts({ publications }: Extent): Promise<Measured> {
	return withLiveServer(
		50,
		({ url, save }) =>
			withBrowser(async (browser) => {
				const page = await browser.newPage();
				await page.goto(url);
				const figures: number[] = [];
				while (figures.length < publications) {
					const isOther = (before: string | null) => document.querySelector("h1")?.textContent !== before;
					// It looks at each frame.
					const shown = page.waitForFunction(isOther, await page.textContent("h1"));
					// At any moment between two questions of the server's.
					await wait(1500 + Math.random() * 500);
					const start = performance.now();
					save();
					await shown;
					figures.push(performance.now() - start);
				}
				return { figures, report: `${formatSpread(figures)} ms` };
			}),
		["--preview"],
	);
}
