import { pathOf, type RouteName, routeNames } from "../../content/routes.ts";
import { expect, test } from "./test.ts";

// Scrolling is no press. Without script, so that each press is the browser's own.
test.use({ javaScriptEnabled: false });

const consultations = { item: ".rows > li", said: [".price", ".duration"] };

/** Where something on a page is paid for or ordered, with what is said of it before: its price, and how long it takes. */
const offers: Partial<Record<RouteName, typeof consultations>> = {
	consultations,
	packages: { item: ".packages > li", said: [".price", "h2"] },
	programmes: { item: ".disclosure", said: [".price"] },
	functionalTests: { item: ".dna li", said: [".price"] },
};

test("from every page two presses at most lead to a payment, and price and duration are seen before", {
	tag: "@phone",
}, async ({ page }) => {
	// Seven pages, one after the other.
	test.slow();
	for (const route of routeNames) {
		await page.goto(pathOf(route, "ru"));
		let presses = 1;
		const press = async (selector: string) => {
			presses++;
			await page.locator(selector).first().tap();
		};
		if (!offers[route]) await press(`:is(main, footer) a[href="${pathOf("consultations", "ru")}"]`);
		const { item, said } = offers[route] ?? consultations;
		const first = page.locator(item).first();
		for (const part of said) await expect(first.locator(part).first(), route).toBeVisible();
		if (await first.locator("summary").isVisible()) await press(`${item} summary`);
		const link = first.locator(".purchase a[target=_blank]").first();
		const address = route === "functionalTests" ? /\/order\// : /^https:\/\/buy\.stripe\.com\//;
		await expect(link, route).toHaveAttribute("href", address);
		await link.tap({ trial: true });
		expect(presses, route).toBeLessThanOrEqual(2);
	}
});
