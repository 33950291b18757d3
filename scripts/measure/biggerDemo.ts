import { join } from "node:path";
import sharp from "sharp";
import { listEntries } from "../../content/model.ts";
import type { ExportItem, Link, SpaceExport } from "../../demo/contentfulService.ts";

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
