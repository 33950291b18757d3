import { pathOf } from "../../content/routes.ts";
import { expect, holdRequests, test } from "./siteTest.ts";

/** Returns a document with a copy of the carousel and of the newsletter form, whose ids differ from the original ones. */
function doubleElements(html: string): string {
	return html.replace(/<(site-carousel|site-newsletter)\b.*<\/\1>/gs, (element) => {
		return element + element.replace(/ (id|for)="([^"]+)"/g, ` $1="$2-second"`);
	});
}

test("two carousels and two forms work separately, also after a change of language", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.route(
		({ pathname }) => [pathOf("home", "en-US"), pathOf("home", "ru")].includes(pathname),
		async (route) => {
			const response = await route.fetch();
			await route.fulfill({ response, body: doubleElements(await response.text()) });
		},
	);
	await page.goto(pathOf("home", "en-US"));
	const [firstForm, secondForm] = [
		page.locator("site-newsletter").first(),
		page.locator("site-newsletter").last(),
	];
	const response = await holdRequests(page, "/api/newsletter/subscribe");
	await firstForm.locator("[name=email]").fill("first@example.org");
	await secondForm.locator("[name=email]").fill("second@example.org");
	await secondForm.getByRole("button").click();
	await page.getByRole("switch").click();
	await expect(page.locator("html")).toHaveAttribute("lang", "ru");
	await expect(secondForm.locator("form")).toHaveAttribute("aria-busy", "true");
	await expect(firstForm.locator("form")).not.toHaveAttribute("aria-busy");
	page.once("dialog", (dialog) => dialog.accept());
	response.release((route) => route.fulfill({ json: { message: "Thanks" } }));
	await expect(secondForm.getByRole("status")).toHaveText("Thanks");
	await expect(secondForm.locator("[name=email]")).toHaveValue("");
	await expect(firstForm.locator("[name=email]")).toHaveValue("first@example.org");

	const [first, second] = [
		page.locator("site-carousel").first(),
		page.locator("site-carousel").last(),
	];
	for (const carousel of [first, second]) {
		await carousel.scrollIntoViewIfNeeded();
		await expect(carousel).toHaveAttribute("data-state", "ready");
	}
	await second.locator("[data-part=next]").click();
	const dot = "[data-part=dots] button";
	await expect(second.locator(dot).nth(1)).toHaveAttribute("aria-current", "true");
	await expect(first.locator(dot).nth(0)).toHaveAttribute("aria-current", "true");
});
