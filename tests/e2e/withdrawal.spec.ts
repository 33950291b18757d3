import { otherLocale } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { expectNoViolation, loadAxe } from "./accessibilityChecks.ts";
import { expect, test } from "./siteTest.ts";

for (const [locale, path] of [
	["en-US", "/withdraw"],
	["ru", "/ru/withdraw"],
] as const) {
	const title = `a visitor withdraws from a contract: ${locale}`;
	test(title, { tag: "@phone" }, async ({ page, tolerate }) => {
		tolerate(/400 \(Bad Request\)/);
		const text = words[locale];
		await page.goto(pathOf("about", locale));
		await page.getByRole("contentinfo").getByRole("link", { name: text.withdraw }).click();
		await expect(page).toHaveURL(path);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText(text.withdraw);
		const form = page.getByRole("main");
		await form.getByLabel(text.contract).fill("x".repeat(501));
		await form.getByLabel(text.email).fill("anna@reader.example");
		const proceed = form.getByRole("button", { name: text.proceed });
		await proceed.click();
		await expect(form.getByLabel(text.name)).toBeFocused();
		await form.getByLabel(text.name).fill("Anna Petrova");
		await proceed.click();
		await expect(form.getByLabel(text.contract)).toBeFocused();
		await expect(form.getByLabel(text.contract)).toHaveAccessibleDescription(text.textInvalid);
		await loadAxe(page);
		await expectNoViolation(page, "refused form");
		await form.getByLabel(text.contract).fill('Package "Spring" & <more>');
		await proceed.click();
		await expect(page.getByRole("heading")).toHaveText(text.withdrawalCheck);
		await expect(page.locator("dd")).toHaveText([
			"Anna Petrova",
			'Package "Spring" & <more>',
			"anna@reader.example",
		]);
		await loadAxe(page);
		await expectNoViolation(page, "second step");
		await page.getByRole("button", { name: text.confirmWithdrawal }).click();
		await expect(page.getByRole("status")).toHaveText(text.subscribeSaved);
	});
}

test("the form changes its language in place, and keeps what was typed", async ({ page }) => {
	await page.goto("/withdraw");
	await page.locator("#withdrawal-contract").fill("Package");
	await page.locator("#language-link").click();
	await expect(page).toHaveURL("/ru/withdraw");
	await expect(page.locator("html")).toHaveAttribute("lang", otherLocale("en-US"));
	await expect(page.locator("#withdrawal-contract")).toHaveValue("Package");
});
