import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { words } from "../../content/words.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { repeatReviews } from "../repeatReviews.ts";
import { expect, test } from "./test.ts";

const count = 1000;
// One after the other, so that the pages are rendered once.
test.describe.configure({ mode: "default" });
let documents: Map<string, string>;
test.beforeAll(async () => {
	const snapshots = repeatReviews(await loadSnapshots("content/generated"), count);
	documents = await renderSite("dist", snapshots, { url: "http://localhost:4173", indexable: false });
});

const [label = ""] = words["en-US"].moreReviews.split(" (");
const lastName = `Client ${count}`;

for (const javaScriptEnabled of [true, false]) {
	test.describe(`a thousand reviews, ${javaScriptEnabled ? "with" : "without"} script`, () => {
		test.use({ javaScriptEnabled });

		test("can all be reached", { tag: "@phone" }, async ({ page }) => {
			// It makes the phone slow on purpose.
			test.slow();
			await page.route("**/", async (route) => {
				const response = await route.fetch();
				// It names the styles of the page as it was.
				const { "content-security-policy": _, ...headers } = response.headers();
				await route.fulfill({ response, headers, body: documents.get("index.html") ?? "" });
			});
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

			// Addresses of reviews go on leading to them, on a slow phone, too.
			const named = page.getByText(`Client ${count - 1}`, { exact: true });
			const browser = await page.context().newCDPSession(page);
			await browser.send("Emulation.setCPUThrottlingRate", { rate: 4 });
			await page.goto("about:blank");
			await page.goto(`/#review-${count - 1}`);
			await expect(named).toBeInViewport();
		});
	});
}
