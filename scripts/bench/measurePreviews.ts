import { setTimeout as wait } from "node:timers/promises";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { liveVersionPath } from "../../environment/preview.ts";
import { browserArguments, findBrowser, findFirefox, firefoxPreferences } from "../../tests/tools/browser.ts";
import { formatSpread, formatTable, type Measured } from "./figures.ts";
import { withLiveServer } from "./withLiveServer.ts";

/** Simulated latency of Contentful and Stripe, in milliseconds. */
const latencyMs = 50;
const minuteMs = 60_000;
const tabCount = 20;
const saveCount = 6;
/** Delay between two saves, in milliseconds. Contentful saves every five seconds while an editor types. */
const saveIntervalMs = 5_000;

const webApp = "https://app.contentful.com";

type Preview = Parameters<Parameters<typeof withLiveServer>[1]>[0];

/** Counts a preview's requests to Contentful, and measures the time from a save until all tabs show it. */
export function measurePreviews(): Promise<Measured> {
	return withLiveServer(
		latencyMs,
		async (preview) => {
			const requests = await countRequests(preview);
			const saves: Record<string, Record<string, number[]>> = {};
			for (const name of ["Chromium", "Firefox"] as const) {
				const browser = await launch(name);
				try {
					saves[name] = await measureSaves(preview, browser);
				} finally {
					await browser.close();
				}
			}
			const minuteRows = Object.entries(requests).map(([state, count]) => ({ "in a minute": state, requests: count }));
			const saveRows = Object.entries(saves).map(([browser, { frame = [], webhook = [] }]) => ({
				browser,
				"save in the editor's frame, ms": formatSpread(frame),
				"save by webhook, ms": formatSpread(webhook),
			}));
			const report = `${formatTable(minuteRows)}\n\n${formatTable(saveRows)}`;
			return { figures: { requests, saves }, report };
		},
		{ preview: true },
	);
}

async function launch(name: "Chromium" | "Firefox"): Promise<Browser> {
	if (name === "Firefox") {
		const executablePath = await findFirefox();
		return puppeteer.launch({ browser: "firefox", executablePath, extraPrefsFirefox: firefoxPreferences });
	}
	const args = [...browserArguments, "--disable-features=Prerender2,LocalNetworkAccessChecks"];
	return puppeteer.launch({ executablePath: await findBrowser(), args });
}

/**
 * Counts the requests to Contentful in a minute in which nothing is saved, for each state of a preview: only the stream
 * open, page visible, page hidden.
 */
async function countRequests({ url, contentfulRequests }: Preview): Promise<Record<string, number>> {
	const countDuring = async (task: () => Promise<unknown>): Promise<number> => {
		const before = contentfulRequests.length;
		await task();
		return contentfulRequests.length - before;
	};
	const stream = new AbortController();
	await fetch(url + liveVersionPath, { signal: stream.signal });
	const held = await countDuring(() => wait(minuteMs));
	stream.abort();

	const browser = await launch("Chromium");
	try {
		const page = await browser.newPage();
		const visible = await countDuring(async () => {
			await page.goto(url);
			await wait(minuteMs);
		});
		// A page in the background of headless Chromium remains visible, so this page is told that it is hidden.
		await page.evaluate(() => {
			Object.defineProperty(document, "hidden", { value: true });
			document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
		});
		await wait(1_000);
		const hidden = await countDuring(() => wait(minuteMs));
		return { "an event stream without a browser": held, "one visible page": visible, "a hidden page": hidden };
	} finally {
		await browser.close();
	}
}

/** Measures saves in Contentful's editor and saves by webhook, with one tab in a frame of the editor. */
async function measureSaves(preview: Preview, browser: Browser): Promise<Record<string, number[]>> {
	const editor = await openEditor(browser, preview.url);
	const frame = await editor.waitForFrame(`${preview.url}/`);
	const tabs: Page[] = [];
	while (tabs.length < tabCount - 1) {
		const tab = await browser.newPage();
		await tab.goto(preview.url);
		tabs.push(tab);
	}
	await wait(saveIntervalMs);

	const measure = async (save: () => Promise<unknown>): Promise<number[]> => {
		const figures: number[] = [];
		while (figures.length < saveCount) {
			const title = preview.changeTitle();
			const isShown = (text: string) => document.querySelector("h1")?.textContent?.includes(text) ?? false;
			const options = { polling: "mutation", timeout: 30_000 } as const;
			const shown = [frame, ...tabs].map((tab) => tab.waitForFunction(isShown, options, title));
			const start = performance.now();
			await save();
			await Promise.all(shown);
			figures.push(Math.round(performance.now() - start));
			await wait(saveIntervalMs);
		}
		return figures;
	};
	return {
		frame: await measure(() => editor.evaluate(sendSaveMessage, "home")),
		webhook: await measure(() => preview.sendWebhook("Entry.auto_save")),
	};
}

/** Sends the message that Contentful's web app sends to its frames after a save. Runs in the web app's page. */
function sendSaveMessage(id: string): void {
	const message = { source: "live-preview-editor", method: "ENTRY_SAVED", entity: { sys: { id } } };
	document.querySelector("iframe")?.contentWindow?.postMessage(message, "*");
}

/** Opens a stand-in for Contentful's web app, which shows the preview in a frame. */
async function openEditor(browser: Browser, url: string): Promise<Page> {
	const page = await browser.newPage();
	await page.setRequestInterception(true);
	page.on("request", (request) => {
		const { origin, pathname } = new URL(request.url());
		if (origin !== webApp) return void request.continue();
		const body = `<!doctype html><title>Contentful</title><iframe src="${url}" width="900" height="600"></iframe>`;
		void request.respond(pathname === "/" ? { contentType: "text/html", body } : { status: 404 });
	});
	await page.goto(`${webApp}/`);
	return page;
}
