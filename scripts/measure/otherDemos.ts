import { copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { listEntries } from "../../content/model.ts";
import type { ExportItem, Link, SpaceExport } from "../../demo/contentfulService.ts";
import { type DemoOptions, readDemoSpace } from "../../demo/startDemo.ts";

const isEntryLink = (value: Link) => value.sys?.linkType === "Entry";

/** The demo's space with so many times as many entries in each list. Copies say and cost what the first one does. */
export function multiplyEntries(space: SpaceExport, times: number): SpaceExport {
	const suffixes = Array.from({ length: times }, (_, index) => (index === 0 ? "" : `-${index + 1}`));
	const copy = <Named extends { sys: { id: string } }>(named: Named): Named[] =>
		suffixes.map((suffix) => ({ ...named, sys: { ...named.sys, id: named.sys.id + suffix } }));
	const linked: ExportItem[] = JSON.parse(JSON.stringify(space.entries), (_, value) =>
		Array.isArray(value) && value.every(isEntryLink) ? value.flatMap(copy) : value,
	);
	const isListed = ({ sys }: ExportItem) => (sys.contentType?.sys.id ?? "") in listEntries;
	return { ...space, entries: linked.flatMap((entry) => (isListed(entry) ? copy(entry) : [entry])) };
}

/** The demo's space with so many certificates, each a picture of another colour, which is drawn into a folder. */
export async function addPictures(space: SpaceExport, count: number, folder: string): Promise<SpaceExport> {
	const [width, height] = [800, 600];
	const assets: ExportItem[] = [];
	for (let number = 1; number <= count; number++) {
		const fileName = `drawn-${number}.png`;
		const background = { r: number % 256, g: (number * 7) % 256, b: 99 };
		await sharp({ create: { width, height, channels: 3, background } }).toFile(join(folder, fileName));
		const details = { size: 1, image: { width, height } };
		const file = { url: `//pictures/${fileName}`, fileName, contentType: "image/png", details };
		const sys = { ...(space.assets[0] as ExportItem).sys, id: `drawn-${number}` };
		assets.push({ sys, fields: { title: { "en-US": `Picture ${number}` }, file: { "en-US": file } } });
	}
	const certificates = { "en-US": assets.map(({ sys: { id } }) => ({ sys: { type: "Link", linkType: "Asset", id } })) };
	const entries = space.entries.map((entry) =>
		entry.sys.id === "about" ? { ...entry, fields: { ...entry.fields, certificates } } : entry,
	);
	return { ...space, entries, assets: [...space.assets, ...assets] };
}

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
			if (contentType === "image/svg+xml") await copyFile(join("demo/pictures", fileName), join(folder, fileName));
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
