import { readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";

// `node scripts/icons.ts`: creates the icons in public/ from renderer/favicon.svg. After changing favicon.svg, run this
// script and commit the icons.

const folder = "public";
const drawing = await readFile("renderer/favicon.svg", "utf8");
/** Favicon with square corners, because iOS rounds them itself. */
const square = drawing.replace(/ rx="\d+"/, "");

await writeFile(`${folder}/apple-touch-icon.png`, await drawPng(square, 180));
await writeFile(`${folder}/favicon.ico`, wrapAsIco(await drawPng(drawing, 32), 32));

function drawPng(svg: string, size: number): Promise<Buffer> {
	const svgSize = 32;
	return sharp(Buffer.from(svg), { density: (72 * size) / svgSize })
		.resize(size, size)
		.png({ palette: true, colours: 32, compressionLevel: 9, effort: 10 })
		.toBuffer();
}

/** Wraps a PNG file in an icon file (ICO): https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10) */
function wrapAsIco(png: Buffer, size: number): Buffer {
	// ICONDIR of 6 bytes and one ICONDIRENTRY of 16 bytes.
	const header = Buffer.alloc(22);
	const iconType = 1;
	header.writeUInt16LE(iconType, 2);
	const imageCount = 1;
	header.writeUInt16LE(imageCount, 4);
	header.writeUInt8(size, 6);
	header.writeUInt8(size, 7);
	const colourPlanes = 1;
	header.writeUInt16LE(colourPlanes, 10);
	const bitsPerPixel = 32;
	header.writeUInt16LE(bitsPerPixel, 12);
	header.writeUInt32LE(png.length, 14);
	const imageOffset = header.length;
	header.writeUInt32LE(imageOffset, 18);
	return Buffer.concat([header, png]);
}
