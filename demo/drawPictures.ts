import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { createCanvas } from "./drawing/canvas.ts";
import { type IconName, icon, logo } from "./drawing/marks.ts";
import { drawScene, scenes } from "./drawing/scenes.ts";

const folder = fileURLToPath(new URL("pictures/", import.meta.url));

/** Out: film grain of the given size as an image to lay over a picture: even grey, barely opaque. */
async function grain(width: number, height: number): Promise<Buffer> {
	const { random } = createCanvas(width, height, 99);
	const pixels = Buffer.alloc(width * height * 4);
	for (let at = 0; at < pixels.length; at += 4) {
		pixels.fill(random() > 0.5 ? 255 : 0, at, at + 3);
		pixels[at + 3] = Math.floor(random() * 12);
	}
	return sharp(pixels, { raw: { width, height, channels: 4 } })
		.png({ compressionLevel: 1 })
		.toBuffer();
}

/** Draws the picture of that name into the folder. Out: its size in bytes. */
async function drawPicture(name: string): Promise<number> {
	const picture = sharp(Buffer.from(drawScene(name)), { unlimited: true });
	const { width, height } = await picture.metadata();
	const { size } = await picture
		.composite([{ input: await grain(width, height) }])
		.flatten()
		.jpeg({ quality: 74, mozjpeg: true })
		.toFile(`${folder}${name}.jpg`);
	return size;
}

// Names on the command line draw only those pictures.
const asked = process.argv.slice(2);
await mkdir(folder, { recursive: true });
let total = 0;
for (const name of Object.keys(scenes)) {
	if (asked.length > 0 && !asked.includes(name)) continue;
	const size = await drawPicture(name);
	total += size;
	console.log(`${name}.jpg ${Math.round(size / 1024)} kB`);
}
await writeFile(`${folder}logo.svg`, logo());
for (const name of ["photos", "films", "messages", "podcast"] satisfies IconName[]) {
	await writeFile(`${folder}social-${name}.svg`, icon(name));
}
console.log(`${Math.round(total / 1024)} kB in all`);
