import type { Frame, Page } from "puppeteer-core";
import { expect, test } from "vitest";
import { entryLink, listIds, plain, text, wholeContent } from "../wire/content.ts";
import { keptFolder, startSite } from "../wire/liveSite.ts";
import { startServices } from "../wire/services.ts";
import { inEachEngine, look, press, untilCarousel } from "./engine.ts";

/** A page of Contentful's web app that shows a preview beside an entry, and keeps what the preview tells it. */
const webApp = (address: string) => `<!doctype html><title>Contentful</title>
<script>window.told = []; addEventListener("message", ({ data }) => told.push(data))</script>
<iframe src="${address}" width="900" height="600"></iframe>`;

/** Answers for Contentful's web app, whose origin alone may frame a preview. */
async function visitWebApp(page: Page, address: string): Promise<Frame> {
	await page.setRequestInterception(true);
	page.on("request", (request) => {
		const isWebApp = request.url() === "https://app.contentful.com/";
		void (isWebApp ? request.respond({ contentType: "text/html", body: webApp(address) }) : request.continue());
	});
	await page.goto("https://app.contentful.com/");
	const frame = await page.waitForFrame(address);
	await frame.waitForSelector("footer input[type=email]");
	return frame;
}

inEachEngine((open) => {
	test("what is saved is shown in place, in Contentful's frame, which learns of every text that leads to a field", async () => {
		const content = wholeContent();
		const services = await startServices(content);
		const environment = { ...services.environment, preview: true };
		const site = await startSite({ ...services, environment }, { cache: await keptFolder() });
		const page = await open(`${site.url}/programmes`);
		const frame = await visitWebApp(page, `${site.url}/programmes`);
		await frame.click(".disclosure summary");
		await frame.click("#newsletter-email");
		await page.keyboard.type("ada@exa");
		const place = () => frame.evaluate(() => Math.round(scrollY));
		await frame.evaluate(() => scrollTo({ top: 200, behavior: "instant" }));
		const before = await place();

		const programme = content.item(listIds.programme);
		programme.fields.title = text("Drafted");
		Object.assign(programme.sys, { updatedAt: "2026-11-21T10:00:00.000Z" });
		await expect
			.poll(() => frame.evaluate(() => document.querySelector(".disclosure h2")?.textContent))
			.toBe("Drafted");
		expect(await frame.evaluate(() => document.querySelector("details.disclosure")?.hasAttribute("open"))).toBe(true);
		expect(await frame.evaluate(() => document.activeElement?.id)).toBe("newsletter-email");
		expect(await place()).toBe(before);
		await page.keyboard.type("mple.org");
		const typed = () => frame.evaluate(() => document.querySelector<HTMLInputElement>("#newsletter-email")?.value);
		expect(await typed()).toBe("ada@example.org");
		const tagged = await frame.evaluate(() => document.querySelectorAll("[data-contentful-field-id]").length);
		const told = () => page.evaluate(() => JSON.stringify((window as { told?: unknown }).told));
		await expect.poll(told).toContain(`"manuallyTaggedElementCount":${tagged}`);
		expect(tagged).toBeGreaterThan(10);
	});

	test("the reviews that take the place of others are turned over as those were", async () => {
		const content = wholeContent();
		content.add("review-2", { ...content.item(listIds.review).fields, name: text("Ben") });
		content.set("home", "reviews", plain([entryLink(listIds.review), entryLink("review-2")]));
		const services = await startServices(content);
		const environment = { ...services.environment, preview: true };
		const site = await startSite({ ...services, environment }, { cache: await keptFolder() });
		const page = await open(`${site.url}/`, { width: 375 });
		const isTurned = () => (document.querySelector(".swiper-wrapper")?.scrollLeft ?? 0) > 100;
		for (const name of ["Ben", "Drafted"]) {
			await look(page, () => document.querySelector(".swiper-wrapper > li:last-child cite")?.textContent).toBe(name);
			await page.evaluate(() => document.querySelector(".carousel")?.scrollIntoView({ behavior: "instant" }));
			await untilCarousel(page);
			await look(page, isTurned).toBe(false);
			await press(page, ".carousel-controls > button:last-child");
			await look(page, isTurned).toBe(true);
			const review = content.item("review-2");
			review.fields.name = text("Drafted");
			Object.assign(review.sys, { updatedAt: "2026-11-21T10:00:00.000Z" });
		}
	});
});
