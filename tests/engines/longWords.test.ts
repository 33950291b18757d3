import { afterAll, beforeAll, expect, test } from "vitest";
import { pathOf, routeNames } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { joinCompounds } from "../../content/typography.ts";
import { varySite } from "../../scripts/measure/varySite.ts";
import { loadSiteFiles } from "../../scripts/server/siteFiles.ts";
import { type RunningServer, startServer } from "../../scripts/server/startServer.ts";
import { stretchContent } from "../stretchContent.ts";
import { inEachEngine } from "./engine.ts";

let server: RunningServer;
beforeAll(async () => {
	const [files, snapshots] = await Promise.all([loadSiteFiles("dist/client"), loadSnapshots("content/generated")]);
	const site = { url: "http://localhost:4173", indexable: false };
	const varied = await varySite(files, snapshots, site, stretchContent);
	server = await startServer({ files: varied, port: 0 });
});
afterAll(() => server.close());

/** In the page, with all its sections open: how much wider than the window it is, the parts that are, and how wide reviews are. */
function measure() {
	for (const section of document.querySelectorAll("details")) section.open = true;
	const { clientWidth, scrollWidth } = document.documentElement;
	const isWide = (element: Element) =>
		element.getBoundingClientRect().right > clientWidth + 1 && !element.closest(".swiper-wrapper > *");
	const wide = [...document.querySelectorAll("body *")].filter(isWide);
	const parts = wide.slice(0, 3).map((element) => `${element.localName}.${element.classList}`);
	const slides = [...document.querySelectorAll(".swiper-wrapper > li")];
	const shares = slides.map(({ clientWidth, parentElement }) => (parentElement?.clientWidth ?? 0) / clientWidth);
	return { excess: scrollWidth - clientWidth, parts, shares: shares.map((share) => Math.round(share * 100) / 100) };
}

inEachEngine((open) => {
	for (const width of [375, 1280]) {
		test(`with a word of 270 letters in each text no page is wider than a window of ${width}, and reviews share it`, async () => {
			const page = await open(server.url, { width });
			const wide: string[] = [];
			for (const route of routeNames) {
				await page.goto(server.url + pathOf(route, "ru"), { waitUntil: "domcontentloaded" });
				const { excess, parts, shares } = await page.evaluate(measure);
				if (excess > 0) wide.push(`${route}: ${excess} px, ${parts.join(" ")}`);
				if (route === "home") expect(new Set(shares)).toEqual(new Set([width === 375 ? 1 : 2]));
			}
			expect(wide).toEqual([]);
		});
	}

	test("a short compound stays on one line, and a search in the page finds it", async () => {
		const page = await open(server.url);
		const seen = await page.evaluate(
			(words) => {
				const lines = words.map((word) => {
					document.body.textContent = word;
					document.body.style.width = "min-content";
					document.body.style.overflowWrap = "normal";
					const range = document.createRange();
					range.selectNodeContents(document.body);
					return range.getClientRects().length;
				});
				return { lines, isFound: Object(window).find("по-русски") };
			},
			["по-русски", joinCompounds("по-русски")],
		);
		expect(seen).toEqual({ lines: [2, 1], isFound: true });
	});
});
