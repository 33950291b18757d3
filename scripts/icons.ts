import { readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";

// Run by hand when renderer/favicon.svg has changed: `node scripts/icons.ts`. What it writes is committed.

const folder = "public";
const drawing = await readFile("renderer/favicon.svg", "utf8");
/** Hosts that cut icons to a shape of their own want them without one. The leaf lies within the circle that is always kept. */
const square = drawing.replace(/ rx="\d+"/, "");

const icons = [
	{ file: "apple-touch-icon.png", source: square, size: 180 },
	{ file: "icon-192.png", source: drawing, size: 192 },
	{ file: "icon-512.png", source: drawing, size: 512 },
	{ file: "icon-maskable-512.png", source: square, size: 512 },
];

for (const { file, source, size } of icons) await writeFile(`${folder}/${file}`, await draw(source, size));
await writeFile(`${folder}/favicon.ico`, toIco(await draw(drawing, 32), 32));

/** A PNG file of two colours and what lies between them. */
function draw(svg: string, size: number): Promise<Buffer> {
	return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
		.resize(size, size)
		.png({ palette: true, colours: 32, compressionLevel: 9, effort: 10 })
		.toBuffer();
}

/** An icon file with one picture, a PNG. https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10) */
function toIco(png: Buffer, size: number): Buffer {
	const head = Buffer.alloc(22);
	head.writeUInt16LE(1, 2);
	head.writeUInt16LE(1, 4);
	head.writeUInt8(size, 6);
	head.writeUInt8(size, 7);
	head.writeUInt16LE(1, 10);
	head.writeUInt16LE(32, 12);
	head.writeUInt32LE(png.length, 14);
	head.writeUInt32LE(head.length, 18);
	return Buffer.concat([head, png]);
}
