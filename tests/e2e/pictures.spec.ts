import { pathOf, routeNames } from "../../content/routes.ts";
import { expect, test } from "./test.ts";

/** As large as `sizes` says, by how much: a file is chosen by it where the browser does not know the layout yet. */
const tolerance = 0.1;

// Of script and of what is in their files no width depends.
test.use({ javaScriptEnabled: false });

test("pictures are as wide as their sizes say", { tag: "@desktop" }, async ({ page }) => {
	const wrong: string[] = [];
	for (const route of routeNames) {
		await page.goto(pathOf(route, "en-US"), { waitUntil: "domcontentloaded" });
		await page.evaluate(() => {
			for (const details of document.querySelectorAll("details")) details.open = true;
			// What is laid out late has an old size until then.
			for (const picture of document.querySelectorAll("picture")) picture.style.contentVisibility = "visible";
		});
		for (const width of [375, 768, 1280]) {
			await page.setViewportSize({ width, height: 800 });
			// Those of the composition overlap, and are cut each in its own way.
			const pictures = await page.locator("source + img:not(.hero-pictures *)").evaluateAll((images) =>
				(images as HTMLImageElement[]).map((image) => {
					const probe = document.createElement("div");
					document.body.append(probe);
					const { sizes } = image.previousElementSibling as HTMLSourceElement;
					for (const part of sizes.replace(/^auto, /, "").split(/,\s*(?![^(]*\))/)) {
						const [, condition, length = ""] = /^(?:(\(.*?\)) )?(.*)$/.exec(part) ?? [];
						if (condition && !matchMedia(condition).matches) continue;
						probe.style.width = length;
						break;
					}
					const said = probe.getBoundingClientRect().width;
					probe.remove();
					const { width, height } = image.getBoundingClientRect();
					const ratio = Number(image.getAttribute("width")) / Number(image.getAttribute("height"));
					const isCut = getComputedStyle(image).objectFit === "cover";
					// What is cut at its sides is needed wider than it is seen.
					return { src: image.src, said, needed: isCut ? Math.max(width, height * ratio) : width };
				}),
			);
			for (const { src, said, needed } of pictures) {
				if (needed > 0 && Math.abs(said / needed - 1) > tolerance)
					wrong.push(`${route} at ${width}, ${src}: ${said} for ${needed}`);
			}
		}
	}
	expect(wrong).toEqual([]);
});
