import type { FrameLocator, Page } from "@playwright/test";
import { readDemoSpace, startDemo } from "../../demo/startDemo.ts";
import { requireEnvironment } from "../../environment/environment.server.ts";
import { createPreviewRenderer } from "../../scripts/preview/createPreviewRenderer.ts";
import { startHttpServer } from "../../scripts/server/startHttpServer.ts";
import { plain, text } from "../testContent.ts";
import { bundleFolder } from "../tools/bundle.ts";
import { expect, test } from "./siteTest.ts";

// In one worker, the tests share a server.
test.describe.configure({ mode: "default" });

/** Drafts of the demo, which the tests change. */
const space = await readDemoSpace();
const home = space.entries.find(({ sys }) => sys.id === "home")?.fields ?? {};
let demo: Awaited<ReturnType<typeof startDemo>>;
let server: Awaited<ReturnType<typeof startHttpServer>>;

test.beforeAll(async () => {
	// So that the title is all of the heading.
	delete home.heroTitleAccent;
	demo = await startDemo({ space });
	process.env.PREVIEW_KEY = "0123456789abcdefghijklmnopqrstuv";
	const environment = requireEnvironment({
		...demo.environment,
		SITE_URL: "https://clinic.example",
	});
	const renderPreview = createPreviewRenderer(
		environment,
		async () => bundleFolder,
		() => "content/generated",
	);
	server = await startHttpServer({
		listVersions: () => ["dist"],
		port: 0,
		context: { renderPreview },
	});
});

test.afterAll(async () => {
	await server?.close();
	await demo?.close();
});

// The pictures come from this machine, without encryption.
test.beforeEach(({ tolerate }) => tolerate(/Mixed Content|using link preload/));

const countCalls = () =>
	demo.contentfulRequests.filter((request) => request.includes("/environments/")).length;

const webApp = "https://app.contentful.com/";
const readMessages = (page: Page) => page.evaluate("JSON.stringify(messages)");

/** Opens a preview in a frame of Contentful's web app, which collects its messages. No other origin may frame it. */
async function openInWebApp(page: Page): Promise<FrameLocator> {
	const body = `<!doctype html><title>Contentful</title>
<script>window.messages = []; addEventListener("message", ({ data }) => messages.push(data))</script>
<iframe src="${server.url}/preview/${process.env.PREVIEW_KEY}" width="900" height="700"></iframe>`;
	await page.route(`${webApp}**`, (route) => {
		const isPage = route.request().url() === webApp;
		return route.fulfill(isPage ? { contentType: "text/html", body } : { body: "" });
	});
	// Chromium asks before a page of the internet frames a page of this machine.
	await page.context().grantPermissions(["local-network-access"]);
	await page.goto(webApp, { waitUntil: "commit" });
	await expect.poll(() => readMessages(page)).toContain('"connected":true');
	return page.frameLocator("iframe");
}

/** Changes the drafts, and sends the message that Contentful's web app sends to its frames after a save. */
async function save(page: Page, change: () => void): Promise<void> {
	change();
	await page.evaluate(() => {
		const message = {
			source: "live-preview-editor",
			method: "ENTRY_SAVED",
			entity: { sys: { id: "home" } },
		};
		document.querySelector("iframe")?.contentWindow?.postMessage(message, "*");
	});
}

test("the carousel stays on its page when reviews are saved", async ({ page }) => {
	const reviews = home.reviews?.["en-US"] as object[];
	const frame = await openInWebApp(page);
	const expectSecondPage = async () => {
		const current = frame.locator("[data-part=controls] [aria-current=true]");
		await expect(current).toHaveAccessibleName(`Page 2 of ${reviews.length}`);
		await expect
			.poll(() =>
				frame
					.locator(".swiper-wrapper")
					.evaluate(({ scrollLeft, clientWidth }) => scrollLeft / clientWidth),
			)
			.toBeCloseTo(1, 1);
	};
	await frame.locator("site-carousel").scrollIntoViewIfNeeded();
	await expect(frame.locator("site-carousel")).toHaveAttribute("data-state", "ready");
	await frame.locator("[data-part=next]").click();
	await expectSecondPage();
	const removed = reviews.slice(-2);
	await save(page, () => reviews.splice(-2));
	await expectSecondPage();
	await save(page, () => reviews.push(...removed));
	await expectSecondPage();
});

test("an open preview costs calls only when something is saved", async ({ page, tolerate }) => {
	// The page that shows a fault has other styles, so it is loaded anew.
	tolerate(/style-src/);
	const before = countCalls();
	const frame = await openInWebApp(page);
	await expect(frame.locator("h1")).toBeVisible();
	expect(countCalls() - before, "the view").toBe(2);
	const tagged = await frame.locator("[data-contentful-field-id]").count();
	expect(await readMessages(page)).toContain(`"manuallyTaggedElementCount":${tagged}`);
	await frame.locator("footer nav a").nth(1).hover();
	await page.waitForTimeout(1_000);
	expect(countCalls() - before).toBe(2);
	const field = frame.locator("#newsletter-email");
	await field.fill("ada@");
	await save(page, () => {
		home.heroTitle = text("Saved");
	});
	await expect(frame.locator("h1")).toHaveText("Saved");
	expect(countCalls() - before).toBe(4);
	await expect(field).toHaveValue("ada@");
	await expect(field).toBeFocused();
	demo.delayChanges(200);
	await save(page, () => {
		home.heroTitle = text("Late");
	});
	await expect(frame.locator("h1"), "Contentful delivers the draft late").toHaveText("Late");
	await save(page, () => {
		home.heroTitle = plain("");
	});
	await expect(frame.locator("main")).toContainText("required field is empty");
	await expect(frame.locator("main li a")).toHaveAttribute("href", /\/entries\//);
	// The page that was loaded anew goes on loading its scripts.
	await page.waitForLoadState("networkidle");
});
