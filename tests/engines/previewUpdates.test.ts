import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Frame, Page } from "puppeteer-core";
import { expect, onTestFinished, test } from "vitest";
import { liveVersionPath, pollReasonParameter } from "../../environment/preview.ts";
import { type PreviewSite, previewContent, startPreviewSite } from "../previewSite.ts";
import { startForwarder, streamResponse } from "../tools/startForwarder.ts";
import { listIds } from "../wire/testContent.ts";
import { expectInPage, inFirefoxAndChromium, press } from "./engine.ts";

/**
 * HTML of a stand-in for Contentful's web app, which shows a preview in a frame and collects the preview's messages.
 */
const webApp = (address: string) => `<!doctype html><title>Contentful</title>
<script>window.messages = []; addEventListener("message", ({ data }) => messages.push(data))</script>
<iframe src="${address}" width="900" height="600"></iframe>`;

/** Sends a response to the client when it is complete, as nginx does, unless its header `X-Accel-Buffering` is `no`. */
async function bufferAsNginx(response: IncomingMessage, outgoing: ServerResponse): Promise<void> {
	if (response.headers["x-accel-buffering"] === "no") {
		streamResponse(response, outgoing);
		return;
	}
	const body = await buffer(response);
	outgoing.writeHead(response.statusCode ?? 502, response.headers).end(body);
}

/**
 * Opens a page of a preview in a frame of
 * https://app.contentful.com, because no other origin is allowed to frame a preview.
 */
async function openInWebApp(page: Page, address: string): Promise<Frame> {
	await page.setRequestInterception(true);
	page.on("request", (request) => {
		const { origin, pathname } = new URL(request.url());
		if (origin !== "https://app.contentful.com") return void request.continue();
		const isPage = pathname === "/";
		void request.respond(isPage ? { contentType: "text/html", body: webApp(address) } : { status: 404 });
	});
	await page.goto("https://app.contentful.com/");
	const frame = await page.waitForFrame(address);
	await frame.waitForSelector("footer input[type=email]");
	return frame;
}

/**
 * Changes a title, and sends the message that Contentful's web app sends to its frames after a save. Waits until the
 * frame has requested a poll.
 */
async function saveInWebApp(page: Page, site: PreviewSite, id: string, title: string): Promise<void> {
	site.write(id, "title", title);
	const requested = page.waitForRequest((request) => request.url().endsWith(`?${pollReasonParameter}=saved`));
	await page.evaluate((entryId) => {
		const message = { source: "live-preview-editor", method: "ENTRY_SAVED", entity: { sys: { id: entryId } } };
		document.querySelector("iframe")?.contentWindow?.postMessage(message, "*");
	}, id);
	await requested;
}

async function startSite(): Promise<PreviewSite> {
	const site = await startPreviewSite(previewContent());
	onTestFinished(site.stop);
	return site;
}

const titleOf = () => document.querySelector("h1")?.textContent;

inFirefoxAndChromium((open) => {
	test("in Contentful's frame a save is shown in place, also after a link was followed, and each text names its field", async () => {
		const site = await startSite();
		const page = await open(`${site.url}/programmes`);
		const frame = await openInWebApp(page, `${site.url}/programmes`);
		await frame.click(".disclosure summary");
		await frame.click("#newsletter-email");
		await page.keyboard.type("ada@exa");
		const typed = () => frame.evaluate(() => document.querySelector<HTMLInputElement>("#newsletter-email")?.value);
		await expect.poll(typed).toBe("ada@exa");
		// Firefox scrolls to typed text when it draws the next frame.
		await frame.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
		const scrollTop = () => frame.evaluate(() => Math.round(scrollY));
		await frame.evaluate(() => scrollTo({ top: 200, behavior: "instant" }));
		const before = await scrollTop();

		await saveInWebApp(page, site, listIds.programme, "Saved");
		await expect.poll(() => frame.evaluate(() => document.querySelector(".disclosure h2")?.textContent)).toBe("Saved");
		expect(await frame.evaluate(() => document.querySelector("details.disclosure")?.hasAttribute("open"))).toBe(true);
		expect(await frame.evaluate(() => document.activeElement?.id)).toBe("newsletter-email");
		expect(await scrollTop()).toBe(before);
		await page.keyboard.type("mple.org");
		await expect.poll(typed).toBe("ada@example.org");
		const tagged = await frame.evaluate(() => document.querySelectorAll("[data-contentful-field-id]").length);
		const messages = () => page.evaluate(() => JSON.stringify((window as { messages?: unknown }).messages));
		await expect.poll(messages).toContain(`"manuallyTaggedElementCount":${tagged}`);
		expect(tagged).toBeGreaterThan(10);

		await frame.evaluate((path) => location.assign(path), "/consultations");
		await frame.waitForSelector(".rows");
		await expect.poll(messages).toMatch(/"connected":true.*"connected":true/);
		await saveInWebApp(page, site, listIds.consultation, "Saved again");
		await expect.poll(() => frame.evaluate(() => document.querySelector(".rows h2")?.textContent)).toBe("Saved again");
	});

	test("a save does not change the open menu, the focus and the selection", async () => {
		const site = await startSite();
		const page = await open(site.url, { width: 375 });
		await press(page, "[data-part=open]");
		await expectInPage(page, () => document.activeElement?.closest("#menu") !== null).toBe(true);
		await page.evaluate(() => {
			const name = document.querySelector("#review-ann cite");
			if (name) getSelection()?.selectAllChildren(name);
		});
		site.save("home", "heroTitle", "Saved");
		await expectInPage(page, titleOf).toBe("Saved");
		expect(await page.evaluate(() => document.querySelector("#menu:popover-open") !== null)).toBe(true);
		expect(await page.evaluate(() => document.activeElement?.closest("#menu") !== null)).toBe(true);
		expect(await page.evaluate(() => String(getSelection()))).toBe("review-ann");
	});

	test("a save during an outage of the server is shown when the proxy responds again", async () => {
		const site = await startSite();
		let isUpstreamLost = false;
		const streamRequested = Promise.withResolvers<void>();
		const proxy = await startForwarder(site.url, {
			intercept(path, outgoing) {
				if (path === liveVersionPath) streamRequested.resolve();
				if (isUpstreamLost) outgoing.writeHead(502, { "Content-Type": "text/html" }).end("<h1>502 Bad Gateway</h1>");
				return isUpstreamLost;
			},
			passOn: bufferAsNginx,
		});
		onTestFinished(proxy.close);
		// This page has no carousel, whose script would still be loading: Firefox reports a script that an outage interrupts.
		const page = await open(`${proxy.url}/approach`);
		await streamRequested.promise;
		const refused = page.waitForResponse((response) => response.status() === 502);
		isUpstreamLost = true;
		proxy.closeConnections();
		await refused;
		site.save("navigation", "approach", "Saved");
		isUpstreamLost = false;
		await expectInPage(page, titleOf).toBe("Saved");
	});
});
