import { pathOf } from "../../content/routes.ts";
import type { PictureValue, Snapshot } from "../../content/snapshot.ts";
import { expect, showContent, snapshots, test } from "./siteTest.ts";

// Widths of a screen, A4 upright and A4 across, in CSS pixels.
for (const [media, width] of [
	["screen", 768],
	["screen", 900],
	["print", 718],
	["print", 900],
] as const) {
	test(`the description of a consultation begins below its title and price: ${media}, ${width} px`, {
		tag: "@desktop",
	}, async ({ page }) => {
		await page.setViewportSize({ width, height: 900 });
		await page.emulateMedia({ media });
		await page.goto(pathOf("consultations", "en-US"));
		const rows = await page.locator(".rows > li").evaluateAll((items) =>
			items.map((item) => {
				const boxOf = (selector: string) => item.querySelector(selector)?.getBoundingClientRect();
				const [title, price, text] = [boxOf("h2"), boxOf(".price"), boxOf(".prose")];
				const indent = (text?.left ?? 0) - (title?.left ?? 0);
				return { indent, isBelow: (text?.top ?? 0) >= (price?.bottom ?? 0) };
			}),
		);
		expect(rows.length).toBeGreaterThan(2);
		expect(rows).toEqual(rows.map(() => ({ indent: 0, isBelow: true })));
	});
}

test.describe("in print", () => {
	test.beforeEach(({ page }) => page.emulateMedia({ media: "print" }));

	for (const route of ["home", "about", "consultations"] as const) {
		test(`no lowest price is without its button: ${route}`, { tag: "@desktop" }, async ({ page }) => {
			await page.goto(pathOf(route, "en-US"));
			await expect(page.locator(".price-from")).not.toHaveCount(0);
			for (const price of await page.locator(".price-from").all()) await expect(price).toBeHidden();
		});
	}

	for (const [backdrop, background] of [
		["light", "rgba(0, 0, 0, 0)"],
		["dark", "rgb(20, 29, 24)"],
	] as const) {
		test(`a logo with a ${backdrop} backdrop has the background ${background}`, { tag: "@desktop" }, async ({
			page,
		}) => {
			await showContent(page, { ...snapshots, "en-US": withBackdrop(snapshots["en-US"], backdrop) });
			await page.goto("/");
			await expect(page.locator(".logo img")).toHaveCSS("background-color", background);
			const shadow = await page.locator(".logo img").evaluate((logo) => getComputedStyle(logo).boxShadow);
			expect(shadow.startsWith(`${background} `), shadow).toBe(true);
		});
	}

	test("a certificate has a frame and no shadow", { tag: "@desktop" }, async ({ page }) => {
		await page.goto(pathOf("about", "en-US"));
		const certificate = page.locator(".certificates img").first();
		await expect(certificate).toHaveCSS("box-shadow", "none");
		await expect(certificate).toHaveCSS("border-top-color", "rgb(217, 213, 201)");
	});
});

function withBackdrop(snapshot: Snapshot, backdrop: PictureValue["backdrop"]): Snapshot {
	const { logo } = snapshot.navigation;
	if (!logo || !backdrop) throw new Error("There is no logo.");
	return { ...snapshot, navigation: { ...snapshot.navigation, logo: { ...logo, backdrop } } };
}
