import lighthouse from "lighthouse";
import puppeteer from "puppeteer-core";
import sharp from "sharp";
import { browserArguments, findBrowser } from "../../tests/tools/browser.ts";

const frame = { width: 120, height: 240, gap: 6, label: 22 };

/** Loads a page on slow 4G with Lighthouse, and draws frames of the load as a WebP picture. */
export async function drawFilmstrip(url: string): Promise<Buffer> {
	const browser = await puppeteer.launch({ executablePath: await findBrowser(), args: browserArguments });
	const port = Number(new URL(browser.wsEndpoint()).port);
	const audit = "screenshot-thumbnails";
	const settings = { port, onlyAudits: [audit], throttlingMethod: "devtools" as const, logLevel: "error" as const };
	const result = await lighthouse(url, settings).finally(() => browser.close());
	const { details } = result?.lhr.audits[audit] ?? {};
	if (details?.type !== "filmstrip") throw new Error(`Lighthouse has no film of ${url}.`);
	const across = frame.width + frame.gap;
	const layers = details.items.map(async ({ data, timing }, index) => {
		const text = `${(timing / 1000).toFixed(1)} s`;
		const label = `<svg width="${frame.width}" height="${frame.label}"><text x="50%" y="16" text-anchor="middle" font-family="sans-serif" font-size="13">${text}</text></svg>`;
		const picture = sharp(Buffer.from(data.split(",")[1] ?? "", "base64")).resize(frame.width, frame.height);
		return [
			{ input: await picture.toBuffer(), left: index * across, top: 0 },
			{ input: Buffer.from(label), left: index * across, top: frame.height },
		];
	});
	const size = { width: details.items.length * across - frame.gap, height: frame.height + frame.label };
	return sharp({ create: { ...size, channels: 3, background: "#d9d5c9" } })
		.composite((await Promise.all(layers)).flat())
		.webp({ quality: 60, effort: 6 })
		.toBuffer();
}
