import { copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { type DemoOptions, readDemoSpace } from "../../demo/startDemo.ts";

/** Where the demo's own files lie. */
const drawn = "demo/pictures";

/**
 * The demo with photographs in place of its raster pictures: each is cut from one of a folder, in turn, to the pixels of
 * the picture whose place it takes.
 * @param photos a folder with nothing but photographs
 * @param folder where the files of the demo are put
 * @returns what `startDemo` is to serve
 * @throws Error when there is no photograph, or one cannot be read
 */
export async function usePhotographs(photos: string, folder: string): Promise<DemoOptions> {
	const names = await readdir(photos).catch(() => []);
	if (names.length === 0) throw new Error(`--photos ${photos}: there is no such folder, or nothing is in it.`);
	const space = await readDemoSpace();
	await mkdir(folder);
	let taken = 0;
	for (const { sys, fields } of space.assets) {
		// What is fetched is kept by its address and its last change: neither may be that of the demo.
		sys.updatedAt = new Date().toISOString();
		for (const { fileName, contentType, details } of Object.values(fields.file ?? {})) {
			if (contentType === "image/svg+xml") await copyFile(join(drawn, fileName), join(folder, fileName));
			else {
				const { width, height } = details.image;
				const photo = join(photos, names.sort()[taken++ % names.length] ?? "");
				await sharp(photo)
					.autoOrient()
					.resize(width, height, { fit: "cover" })
					.jpeg({ quality: 92 })
					.toFile(join(folder, fileName))
					.catch((error: Error) => {
						throw new Error(`--photos: ${photo} cannot be read: ${error.message}`);
					});
			}
		}
	}
	return { space, pictures: folder };
}
