import type { Page } from "@playwright/test";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { words } from "../../content/words.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { repeatReviews } from "../repeatReviews.ts";
import { expect, test } from "./test.ts";

const count = 1000;
const snapshots = repeatReviews(await loadSnapshots("content/generated"), count);

const documents = await renderSite("dist", snapshots, { url: "http://localhost:4173", indexable: false });

/** Puts a home page with a thousand reviews in the place of the built one. */
async function serveMany(page: Page): Promise<void> {
	await page.route(
		({ pathname }) => pathname === "/",
		async (route) => {
			const response = await route.fetch();
			await route.fulfill({ response, body: documents.get("index.html") ?? "" });
		},
	);
}

const [label = ""] = words["en-US"].moreReviews.split(" (");
const lastName = `Client ${count}`;

for (const javaScriptEnabled of [true, false]) {
	test.describe(`a thousand reviews, ${javaScriptEnabled ? "with" : "without"} script`, () => {
		test.use({ javaScriptEnabled });

		test("can all be reached", { tag: "@phone" }, async ({ page }) => {
			await serveMany(page);
			await page.goto("/");
			const last = page.getByText(lastName, { exact: true });
			await expect(last).toBeHidden();
			if (javaScriptEnabled) {
				await page.locator(".carousel").scrollIntoViewIfNeeded();
				await expect(page.locator(".carousel-controls li")).toHaveCount(24);
			}
			await page.getByText(label).tap();
			await expect(last).toBeVisible();
			await last.scrollIntoViewIfNeeded();
			await expect(last).toBeInViewport();

			// Addresses of reviews go on leading to them, from the page itself and, on a slow phone, from elsewhere.
			const named = page.getByText(`Client ${count - 1}`, { exact: true });
			await page.evaluate(() => scrollTo(0, 0));
			await page.goto(`/#review-${count - 1}`);
			await expect(named).toBeInViewport();
			const browser = await page.context().newCDPSession(page);
			await browser.send("Emulation.setCPUThrottlingRate", { rate: 4 });
			await page.goto("about:blank");
			await page.goto(`/#review-${count - 1}`);
			await expect(named).toBeInViewport();
		});
	});
}
