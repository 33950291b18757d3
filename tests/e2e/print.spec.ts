import { pathOf } from "../../content/routes.ts";
import type { PictureValue, Snapshot } from "../../content/snapshot.ts";
import { expect, showContent, snapshots, test } from "./siteTest.ts";

test("the description of a consultation is beside its title, price and button, and on paper below them", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.goto(pathOf("consultations", "en-US"));
	// Widths of screens, A4 upright and A4 across, in CSS pixels.
	for (const [media, width] of [
		["screen", 768],
		["screen", 900],
		["print", 718],
		["print", 900],
	] as const) {
		await page.setViewportSize({ width, height: 900 });
		await page.emulateMedia({ media });
		const rows = await page.locator(".rows > li").evaluateAll((items) =>
			items.map((item) => {
				const boxOf = (selector: string) => item.querySelector(selector)?.getBoundingClientRect();
				const [title, price, button, text] = [boxOf("h2"), boxOf(".price"), boxOf(".button"), boxOf(".prose")];
				const isBelow = (text?.top ?? 0) >= (price?.bottom ?? 0);
				const isBeside = (text?.left ?? 0) > Math.max(title?.right ?? 0, button?.right ?? 0);
				return isBelow !== isBeside && (isBeside || text?.left === title?.left);
			}),
		);
		expect(rows.length).toBeGreaterThan(2);
		expect(rows, `${media}, ${width} px`).toEqual(rows.map(() => true));
	}
});

test("in print no lowest price is without its button", { tag: "@desktop" }, async ({ page }) => {
	await page.emulateMedia({ media: "print" });
	for (const route of ["home", "about"] as const) {
		await page.goto(pathOf(route, "en-US"));
		await expect(page.locator(".price-from")).not.toHaveCount(0);
		await expect(page.locator(".price-from").filter({ visible: true })).toHaveCount(0);
	}
});

test("in print packages have their monthly amounts", { tag: "@desktop" }, async ({ page }) => {
	await page.emulateMedia({ media: "print" });
	await page.goto(pathOf("packages", "en-US"));
	const amounts = page.locator(".packages small").filter({ visible: true });
	await expect(amounts).toHaveText(["£155 a month, six times", "£125 a month, twelve times"]);
});

test("in print only a logo of light ink has its backdrop", { tag: "@desktop" }, async ({ page }) => {
	await page.emulateMedia({ media: "print" });
	for (const [backdrop, background] of [
		["light", "rgba(0, 0, 0, 0)"],
		["dark", "rgb(20, 29, 24)"],
	] as const) {
		await showContent(page, { ...snapshots, "en-US": withBackdrop(snapshots["en-US"], backdrop) });
		await page.goto("/");
		await expect(page.locator(".logo img")).toHaveCSS("background-color", background);
	}
});

function withBackdrop(snapshot: Snapshot, backdrop: PictureValue["backdrop"]): Snapshot {
	const { logo } = snapshot.navigation;
	if (!logo || !backdrop) throw new Error("There is no logo.");
	return { ...snapshot, navigation: { ...snapshot.navigation, logo: { ...logo, backdrop } } };
}
