import { words } from "../../content/words.ts";
import { repeatReviews } from "../repeatReviews.ts";
import { expect, showContent, snapshots, test } from "./test.ts";

const count = 1000;
const [label = ""] = words["en-US"].moreReviews.split(" (");

test.use({ javaScriptEnabled: false });

test("a thousand reviews can all be reached, without script, too", { tag: "@phone" }, async ({ page }) => {
	// Its phone is four times slower than a machine that may be slow itself.
	test.slow();
	await showContent(page, repeatReviews(snapshots, count));
	await page.goto("/");
	const last = page.getByText(`Client ${count}`, { exact: true });
	await expect(last).toBeHidden();
	await page.getByText(label).tap();
	await last.scrollIntoViewIfNeeded();
	await expect(last).toBeInViewport();

	// Addresses of reviews go on leading to them, on a slow phone, too.
	const browser = await page.context().newCDPSession(page);
	await browser.send("Emulation.setCPUThrottlingRate", { rate: 4 });
	await page.goto("about:blank");
	await page.goto(`/#review-${count - 1}`);
	await expect(page.getByText(`Client ${count - 1}`, { exact: true })).toBeInViewport();
});
