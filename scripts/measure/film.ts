import { writeFile } from "node:fs/promises";
import type { Browser } from "@playwright/test";
import sharp from "sharp";
import { type Extent, formatTable, type Measured } from "./figures.ts";
import { withBrowser, withRealSite } from "./realSite.ts";
import { findLargestPaint } from "./Visitor.ts";

/** The first load of a page: a picture each tenth of a second, and when it was first painted and what is largest in it, in milliseconds. */
export type Film = { frames: Buffer[]; firstPaint: number; largestPaint: number };

/** By page: the file of its film, and its paints in milliseconds. */
export type FilmFigures = Record<string, Omit<Film, "frames"> & { file: string }>;

const phone = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };
/** What Lighthouse calls slow 4G, as it is felt (bytes a second, milliseconds). */
const slow = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const step = 100;
const frame = { width: 103, height: 206, gap: 6, label: 22 };

/** Films the first loads of three pages into `.cache/`. */
export function filmPages({ photos }: Extent): Promise<Measured> {
	const run = (site: string) =>
		withBrowser(async (browser) => {
			const figures: FilmFigures = {};
			for (const [index, path] of ["/", "/ru", "/programmes"].entries()) {
				const film = await filmPage(browser, site + path);
				const file = `.cache/film-${index + 1}.webp`;
				await writeFile(file, await drawFilm(film));
				figures[path] = { file, firstPaint: film.firstPaint, largestPaint: film.largestPaint };
			}
			const rows = Object.entries(figures).map(([page, film]) => ({
				page,
				"first paint ms": Math.round(film.firstPaint),
				"largest paint ms": Math.round(film.largestPaint),
				film: film.file,
			}));
			return { figures, report: formatTable(rows) };
		});
	return withRealSite(run, photos);
}

/** Films a page until half a second after its largest paint, on slow 4G with a processor four times slower. */
export async function filmPage(browser: Browser, url: string): Promise<Film> {
	const page = await browser.newPage(phone);
	const session = await page.context().newCDPSession(page);
	const shots: { at: number; picture: Buffer }[] = [];
	session.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
		shots.push({ at: (metadata.timestamp ?? 0) * 1000, picture: Buffer.from(data, "base64") });
		void session.send("Page.screencastFrameAck", { sessionId });
	});
	await session.send("Network.enable");
	await session.send("Network.emulateNetworkConditions", slow);
	await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
	await session.send("Page.startScreencast", { format: "jpeg", quality: 80, maxWidth: 206, maxHeight: 412 });
	await page.goto(url, { waitUntil: "networkidle" });
	const [origin, firstPaint] = await page.evaluate(() => {
		return [performance.timeOrigin, performance.getEntriesByName("first-paint")[0]?.startTime ?? 0] as const;
	});
	const largestPaint = (await page.evaluate(findLargestPaint)) - origin;
	await page.close();
	const count = Math.ceil(largestPaint / step) + 5;
	const blank = await sharp({ create: { width: 206, height: 412, channels: 3, background: "#fff" } })
		.jpeg()
		.toBuffer();
	const frames = Array.from({ length: count }, (_, index) => {
		const seen = shots.filter(({ at }) => at >= origin + firstPaint - step && at <= origin + (index + 1) * step);
		return seen.at(-1)?.picture ?? blank;
	});
	return { frames, firstPaint, largestPaint };
}

/** A film as one picture, WebP: its frames side by side, with the seconds under them, green at the first paint and red at the largest. */
export async function drawFilm({ frames, firstPaint, largestPaint }: Film): Promise<Buffer> {
	const [across, height] = [frame.width + frame.gap, frame.height + frame.label];
	const label = (index: number) => {
		const half = (x: string, at: number, colour: string) =>
			Math.floor(at / step) === index ? `<rect x="${x}" width="50%" height="100%" fill="${colour}"/>` : "";
		const marks = half("0", firstPaint, "#8fbf9f") + half("50%", largestPaint, "#e59a76");
		const text = `<text x="50%" y="16" text-anchor="middle" font-family="sans-serif" font-size="13">${((index + 1) / 10).toFixed(1)} s</text>`;
		return Buffer.from(`<svg width="${frame.width}" height="${frame.label}">${marks}${text}</svg>`);
	};
	const layers = await Promise.all(
		frames.map(async (picture, index) => [
			{ input: await sharp(picture).resize(frame.width, frame.height).toBuffer(), left: index * across, top: 0 },
			{ input: label(index), left: index * across, top: frame.height },
		]),
	);
	const width = frames.length * across - frame.gap;
	return sharp({ create: { width, height, channels: 3, background: "#d9d5c9" } })
		.composite(layers.flat())
		.webp({ quality: 60, effort: 6 })
		.toBuffer();
}
