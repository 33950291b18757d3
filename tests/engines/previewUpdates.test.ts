import type { Frame, Page } from "puppeteer-core";
import { expect, onTestFinished, test } from "vitest";
import { announceSave, formatWebApp, startPreviewSite } from "../previewSite.ts";
import { listIds, text } from "../testContent.ts";
import { inEachEngine } from "./engine.ts";

/**
 * Opens a preview in a frame of https://app.contentful.com, because no other origin is allowed to frame it.
 */
async function openInWebApp(page: Page, address: string): Promise<Frame> {
	await page.setRequestInterception(true);
	page.on("request", (request) => {
		const { origin, pathname } = new URL(request.url());
		if (origin !== "https://app.contentful.com") return void request.continue();
		const isPage = pathname === "/";
		void request.respond(
			isPage ? { contentType: "text/html", body: formatWebApp(address) } : { status: 404 },
		);
	});
	await page.goto("https://app.contentful.com/");
	const frame = await page.waitForFrame(address);
	await frame.waitForSelector("footer input[type=email]");
	return frame;
}

/** Presses an element by script, because the ribbon may cover it. Runs in the browser. */
function pressInPage(element: Element): void {
	if (element instanceof HTMLElement) element.click();
}

inEachEngine((open, name) => {
	// WebKit's driver cannot intercept requests.
	test.skipIf(name === "WebKit")("a save is shown in place in Contentful's frame", async () => {
		const site = await startPreviewSite();
		onTestFinished(site.stop);
		const page = (await open(`${site.home}/programmes`)) as Page;
		const frame = await openInWebApp(page, `${site.home}/programmes`);
		const messages = () =>
			page.evaluate(() => JSON.stringify((window as { messages?: unknown }).messages));
		await expect.poll(messages).toContain('"connected":true');
		await frame.$eval(".disclosure summary", pressInPage);
		await frame.click("#newsletter-email");
		await page.keyboard.type("ada@exa");
		const typed = () =>
			frame.$eval("#newsletter-email", (field) => "value" in field && field.value);
		await expect.poll(typed).toBe("ada@exa");
		// Firefox scrolls to typed text when it draws the next frame.
		await frame.evaluate(
			() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
		);
		const scrollTop = () => frame.evaluate(() => Math.round(scrollY));
		await frame.evaluate(() => scrollTo({ top: 200, behavior: "instant" }));
		const before = await scrollTop();

		site.content.set(listIds.programme, "title", text("Saved"));
		await page.evaluate(announceSave, listIds.programme);
		const openTitle = "details.disclosure[open] h2";
		await expect.poll(() => frame.$eval(openTitle, (title) => title.textContent)).toBe("Saved");
		expect(await frame.evaluate(() => document.activeElement?.id)).toBe("newsletter-email");
		expect(await scrollTop()).toBe(before);
		await page.keyboard.type("mple.org");
		await expect.poll(typed).toBe("ada@example.org");
		const tagged = await frame.$$eval("[data-contentful-field-id]", ({ length }) => length);
		await expect.poll(messages).toContain(`"manuallyTaggedElementCount":${tagged}`);

		await frame.$eval('footer a[href$="/consultations"]', pressInPage);
		const title = `[data-contentful-entry-id="${listIds.consultation}"][data-contentful-field-id="title"]`;
		await frame.waitForSelector(title);
		await expect.poll(messages).toMatch(/"connected":true.*"connected":true/);
		site.content.set(listIds.consultation, "title", text("Saved again"));
		await page.evaluate(announceSave, listIds.consultation);
		await expect
			.poll(() => frame.$eval(title, ({ textContent }) => textContent))
			.toBe("Saved again");
	});
});
