import { words } from "../../content/words.ts";
import { expectNoViolation, loadAxe } from "./accessibilityChecks.ts";
import { expect, test } from "./siteTest.ts";

const text = words.ru;

test("a visitor withdraws from a contract", { tag: "@phone" }, async ({ page, tolerate }) => {
	tolerate(/400 \(Bad Request\)/);
	await page.goto("/ru/about");
	await page.getByRole("contentinfo").getByRole("link", { name: text.withdraw }).click();
	await expect(page).toHaveURL("/ru/withdraw");
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
	await loadAxe(page);
	await expectNoViolation(page, "refused form");
	await form.getByLabel(text.contract).fill('Package "Spring" & <more>');
	await proceed.click();
	await expect(page.getByRole("heading")).toHaveText(text.withdrawalCheck);
	await loadAxe(page);
	await expectNoViolation(page, "second step");
	await page.getByRole("button", { name: text.confirmWithdrawal }).click();
	await expect(page.getByRole("status")).toHaveText(text.subscribeSaved);
});

test("the form changes its language in place, and keeps what was typed", async ({ page }) => {
	await page.goto("/withdraw");
	await page.locator("#withdrawal-contract").fill("Package");
	await page.locator("#language-link").click();
	await expect(page).toHaveURL("/ru/withdraw");
	await expect(page.locator("html")).toHaveAttribute("lang", "ru");
	await expect(page.locator("#withdrawal-contract")).toHaveValue("Package");
});
