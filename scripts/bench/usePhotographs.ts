import { copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { type DemoOptions, readDemoSpace } from "../../demo/startDemo.ts";

/** Replaces the demo's raster pictures with photographs, so that the files are about as large as on a real site. */
export async function usePhotographs(photos: string, folder: string): Promise<DemoOptions> {
	const names = (await readdir(photos).catch(() => [])).sort();
	if (names.length === 0) throw new Error(`--photos ${photos}: the folder is missing or empty.`);
	const space = await readDemoSpace();
	await mkdir(folder);
	let takenCount = 0;
	for (const { sys, fields } of space.assets) {
		// A new date makes the build fetch the file again, because the cache key contains `updatedAt`.
		sys.updatedAt = new Date().toISOString();
		for (const { fileName, contentType, details } of Object.values(fields.file ?? {})) {
			const target = join(folder, fileName);
			if (contentType === "image/svg+xml" || !details.image) {
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
