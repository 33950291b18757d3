import { pathOf } from "../../content/routes.ts";
import { expect, test } from "./test.ts";

test("of a visitor who saves data the reviews wait for a touch", { tag: "@phone" }, async ({ page }) => {
	await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
	await page.goto(pathOf("home", "en-US"), { waitUntil: "networkidle" });
	const carousel = page.locator("site-carousel");
	await carousel.scrollIntoViewIfNeeded();
	// As long as others wait for theirs.
	await page.waitForTimeout(500);
	await expect(carousel).not.toHaveAttribute("data-state");
	await carousel.locator("ul").tap();
	await expect(carousel).toHaveAttribute("data-state", "ready");
});
