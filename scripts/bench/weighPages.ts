import { brotliCompressSync } from "node:zlib";
import type { Browser, Request } from "@playwright/test";
import { formatKilobytes } from "./figures.ts";
import { allPaths, withBrowser, withRealSite } from "./withRealSite.ts";

/** Viewport of the phone that Lighthouse simulates. */
const phone = {
	viewport: { width: 412, height: 915 },
	deviceScaleFactor: 1.75,
	isMobile: true,
	hasTouch: true,
};

/** Sizes in bytes, without HTTP headers, and the number of `requests`. */
type Weight = Record<"html" | "brotli" | "script" | "font" | "image" | "all" | "requests", number>;

/** Measures the bytes that a phone downloads for each page. */
export function weighPages(): Promise<string[]> {
	return withRealSite((site) =>
		withBrowser(async (browser) => {
			const rows: object[] = [];
			for (const path of allPaths)
				rows.push(formatRow(path, await weighPage(browser, site + path)));
			console.table(rows);
			return [];
		}),
	);
}

async function weighPage(browser: Browser, url: string): Promise<Weight> {
	const page = await browser.newPage(phone);
	const requests: Request[] = [];
	page.on("requestfinished", (request) => requests.push(request));
	const html = await (await page.goto(url, { waitUntil: "networkidle" }))?.body();
	if (!html) throw new Error(`${url} has no response.`);
	const weight = {
		html: html.length,
		brotli: brotliCompressSync(html).length,
		script: 0,
		font: 0,
		image: 0,
		all: 0,
	};
	for (const request of [...requests]) {
		const { responseBodySize: bytes } = await request.sizes();
		const type = request.resourceType();
		if (type === "script" || type === "font" || type === "image") weight[type] += bytes;
		weight.all += bytes;
	}
	await page.close();
	return { ...weight, requests: requests.length };
}

function formatRow(page: string, { html, brotli, script, font, image, all, requests }: Weight) {
	return {
		page,
		"HTML with CSS, raw → brotli": `${formatKilobytes(html)} → ${formatKilobytes(brotli)}`,
		script: formatKilobytes(script),
		fonts: formatKilobytes(font),
		pictures: formatKilobytes(image),
		all: formatKilobytes(all),
		requests,
	};
}
