import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { PictureValue, Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { computeContrast, type Rgb } from "../../renderer/colours.ts";
import { pullLimits } from "../../scripts/pull/limits.ts";
import { chooseBackdrop } from "../../scripts/pull/media/chooseBackdrop.ts";
import type { SiteDocument } from "../../scripts/render/siteDocument.ts";
import { makeFolder } from "../folders.ts";
import { inFirefoxAndChromium, renderContent, serveDocuments } from "./engine.ts";

const snapshots = await loadSnapshots("content/generated");

/** Returns a logo of two squares in the given colours. The gap between the squares is as wide as a square. */
async function makeLogo(left: string, right: string): Promise<PictureValue> {
	const shapes = `<path fill="${left}" d="M0 0h20v20H0z"/><path fill="${right}" d="M40 0h20v20H40z"/>`;
	const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20">${shapes}</svg>`;
	const path = join(await makeFolder(), "logo.svg");
	await writeFile(path, drawing);
	const { facts } = await chooseBackdrop(path, pullLimits);
	const src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
	return { src, title: { value: "Practice" }, width: 60, height: 20, ...facts };
}

function withLogo(snapshot: Snapshot, logo: PictureValue): Snapshot {
	const socialMedia = snapshot.home.socialMedia.map((link) => ({ ...link, logo }));
	return { ...snapshot, navigation: { ...snapshot.navigation, logo }, home: { ...snapshot.home, socialMedia } };
}

/**
 * Makes the rules of the dark colour scheme apply to all visitors, because puppeteer cannot set the colour scheme in
 * Firefox.
 */
function applyDarkScheme(documents: ReadonlyMap<string, SiteDocument>): ReadonlyMap<string, SiteDocument> {
	const entries = [...documents].map(([path, document]) => {
		const html = document.html.replaceAll("(prefers-color-scheme:dark)", "(width>0px)");
		return [path, { ...document, html }] as const;
	});
	return new Map(entries);
}

/** Runs in the page. Waits until a picture is decoded and painted. */
async function waitUntilPainted(selector: string): Promise<void> {
	const picture = document.querySelector(selector);
	if (!(picture instanceof HTMLImageElement)) throw new Error(`No picture matches ${selector}.`);
	await picture.decode();
	// Waits for two frames: when the second frame begins, the first one is painted.
	for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

async function measureContrasts(page: Page, selector: string): Promise<number[]> {
	const logo = await page.waitForSelector(selector);
	await logo?.scrollIntoView();
	await page.evaluate(waitUntilPainted, selector);
	const screenshot = await logo?.screenshot();
	const { data, info } = await sharp(screenshot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
	const colourAt = (share: number): Rgb => {
		const x = Math.floor(info.width * share);
		const y = Math.floor(info.height / 2);
		const [red = 0, green = 0, blue = 0] = data.subarray((y * info.width + x) * info.channels);
		return [red, green, blue];
	};
	const paper = colourAt(1 / 2);
	return [computeContrast(colourAt(1 / 6), paper), computeContrast(colourAt(5 / 6), paper)];
}

inFirefoxAndChromium((open) => {
	test.each([
		["dark", "#1e2b25", "#23304f"],
		["light", "#ffffff", "#e8b04b"],
		["dark and light", "#1e2b25", "#ffffff"],
		["dark and green", "#1e2b25", "#5f8f6e"],
		["green", "#5f8f6e", "#7a8f6b"],
	])("a logo and icons of %s ink have a contrast of 3:1 in both colour schemes", async (_, left, right) => {
		const logo = await makeLogo(left, right);
		const english = withLogo(snapshots["en-US"], logo);
		const documents = await renderContent({ "en-US": english, ru: snapshots.ru });
		for (const shown of [documents, applyDarkScheme(documents)]) {
			const page = await open(await serveDocuments(shown));
			const contrasts = [
				...(await measureContrasts(page, ".logo img")),
				...(await measureContrasts(page, ".social li img")),
			];
			expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(3);
		}
	});
});
