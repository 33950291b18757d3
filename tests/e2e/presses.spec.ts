import { pathOf, type RouteName, routeNames } from "../../content/routes.ts";
import { expect, test } from "./test.ts";

// Scrolling is no press. Without script, so that each press is the browser's own.
test.use({ javaScriptEnabled: false });

/** Where something on a page is paid for or ordered, with what is said of it before: its price, and how long it takes. */
const offers: Partial<Record<RouteName, { item: string; said: string[] }>> = {
	consultations: { item: ".rows > li", said: [".price", ".duration"] },
	packages: { item: ".packages > li", said: [".price", "h2"] },
	programmes: { item: ".disclosure", said: [".price"] },
	functionalTests: { item: ".dna li", said: [".price"] },
};

for (const route of routeNames) {
	test(`${route}: two presses at most lead to a payment, and price and duration are seen before`, {
		tag: "@phone",
	}, async ({ page }) => {
		await page.goto(pathOf(route, "ru"));
		let presses = 0;
		const press = async (selector: string) => {
			presses++;
			await page.locator(selector).first().tap();
		};
		const { item, said } = offers[route] ?? (offers.consultations as NonNullable<(typeof offers)["consultations"]>);
		if (!offers[route]) await press(`:is(main, footer) a[href="${pathOf("consultations", "ru")}"]`);
		const first = page.locator(item).first();
		for (const part of said) await expect(first.locator(part).first()).toBeVisible();
		if (await first.locator("summary").isVisible()) await press(`${item} summary`);
		const link = first.locator(".purchase a[target=_blank]").first();
		await expect(link).toHaveAttribute(
			"href",
			route === "functionalTests" ? /\/order\// : /^https:\/\/buy\.stripe\.com\//,
		);
		await link.tap({ trial: true });
		expect(presses + 1).toBeLessThanOrEqual(2);
	});
}
