import { type Locale, otherLocale } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { expectNoViolation, loadAxe } from "./accessibilityChecks.ts";
import { expect, test } from "./siteTest.ts";

for (const [state, javaScriptEnabled] of [
	["with", true],
	["without", false],
] as const) {
	test.describe(`${state} script`, { tag: "@phone" }, () => {
		test.use({ javaScriptEnabled });

		for (const locale of ["en-US", "ru"] satisfies Locale[]) {
			test(`a visitor withdraws from a contract: ${locale}`, async ({ page }) => {
				const text = words[locale];
				await page.goto(pathOf("about", locale));
				await page.getByRole("contentinfo").getByRole("link", { name: text.withdraw }).click();
				await expect(page).toHaveURL(new RegExp(`${pathOf("withdrawal", locale)}$`));
				await expect(page.getByRole("heading", { level: 1 })).toHaveText(text.withdraw);
				const form = page.getByRole("main");
				await form.getByLabel(text.contract).fill('Package "Spring" & <more>');
				await form.getByLabel(text.email).fill("anna@reader.example");
				const proceed = form.getByRole("button", { name: text.withdrawalCheck });
				await proceed.click();
				await expect(form.getByLabel(text.name)).toBeFocused();
				await form.getByLabel(text.name).fill("Anna Petrova");
				await proceed.click();
				await expect(page.getByRole("heading")).toHaveText(text.withdrawalCheck);
				await expect(page.locator("dd")).toHaveText([
					"Anna Petrova",
					'Package "Spring" & <more>',
					"anna@reader.example",
				]);
				await page.getByRole("button", { name: text.confirmWithdrawal }).click();
				await expect(page.getByRole("status")).toHaveText(text.subscribeSaved);
			});
		}
	});
}

test("the form changes its language in place, and keeps what was typed", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.goto(pathOf("withdrawal", "en-US"));
	await page.locator("#withdrawal-contract").fill("Package");
	await page.locator("#language-link").click();
	await expect(page).toHaveURL(/\/ru\/withdraw$/);
	await expect(page.locator("html")).toHaveAttribute("lang", otherLocale("en-US"));
	await expect(page.locator("#withdrawal-contract")).toHaveValue("Package");
});

test("the second step has no accessibility violations", { tag: "@phone" }, async ({ page }) => {
	await page.goto(pathOf("withdrawal", "ru"));
	for (const [name, value] of Object.entries({
		name: "Anna",
		contract: "Package",
		email: "a@b.example",
	}))
		await page.locator(`#withdrawal-${name}`).fill(value);
	await page.getByRole("button", { name: words.ru.withdrawalCheck }).click();
	await expect(page.locator("dd")).toHaveCount(3);
	await loadAxe(page);
	await expectNoViolation(page, "second step");
});
