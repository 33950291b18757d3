import { copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { type DemoOptions, readDemoSpace } from "../../demo/startDemo.ts";

/**
 * Gives the demo photographs in place of its raster pictures. Each is cut from one of a folder, in turn, to the pixels of
 * the picture that it replaces. The demo's own pictures weigh about half as much.
 * @param photos a folder with nothing but photographs
 * @param folder a new folder for the files of the demo
 * @returns the options of `startDemo`
 * @throws Error when there is no photograph, or one cannot be read
 */
export async function usePhotographs(photos: string, folder: string): Promise<DemoOptions> {
	const names = (await readdir(photos).catch(() => [])).sort();
	if (names.length === 0) throw new Error(`--photos ${photos}: the folder is missing or empty.`);
	const space = await readDemoSpace();
	await mkdir(folder);
	let takenCount = 0;
	for (const { sys, fields } of space.assets) {
		// The cache identifies a fetched file by its address and last change, so at least one of them must differ from the demo's.
		sys.updatedAt = new Date().toISOString();
		for (const { fileName, contentType, details } of Object.values(fields.file ?? {})) {
			const target = join(folder, fileName);
			if (contentType === "image/svg+xml") {
				await copyFile(join("demo/pictures", fileName), target);
				continue;
			}
			const photo = join(photos, names[takenCount % names.length] ?? "");
			takenCount++;
			const { width, height } = details.image;
			const cut = sharp(photo).autoOrient().resize(width, height, { fit: "cover" }).jpeg({ quality: 92 });
			await cut.toFile(target).catch((error: Error) => {
				throw new Error(`--photos: ${photo} cannot be read: ${error.message}`);
			});
		}
	}
	return { space, pictures: folder };
}
