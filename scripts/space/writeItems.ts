import { readFile } from "node:fs/promises";
import type { AssetProps, EntryProps, PlainClientAPI } from "contentful-management";
import { FaultsError } from "../shared/faults.ts";
import { filesOf, pathOfFile } from "./spaceContent.ts";

/** What can be done with an entry, and with a picture. `write` makes one, or puts its content in the place of what is there. */
export type Writer<Item> = {
	get: (id: string) => Promise<Item>;
	write: (item: Item, old: Item | undefined) => Promise<unknown>;
	publish: (item: Item) => Promise<unknown>;
	archive: (id: string) => Promise<unknown>;
	unarchive: (id: string) => Promise<unknown>;
};

export function writeEntries({ entry }: PlainClientAPI): Writer<EntryProps> {
	return {
		get: (entryId) => entry.get({ entryId }),
		write: ({ sys: { id, contentType }, fields, metadata }, old) => {
			const values = { fields, metadata: { tags: metadata?.tags ?? [] } };
			if (old) return entry.update({ entryId: id }, { ...old, ...values });
			return entry.createWithId({ entryId: id, contentTypeId: contentType.sys.id }, values);
		},
		publish: (item) => entry.publish({ entryId: item.sys.id }, item),
		archive: (entryId) => entry.archive({ entryId }),
		unarchive: (entryId) => entry.unarchive({ entryId }),
	};
}

/** @param options the folder of the files, and milliseconds between two looks whether Contentful has taken one in */
export function writeAssets(
	{ asset, upload }: PlainClientAPI,
	{ folder, processingWait }: { folder: string; processingWait: number },
): Writer<AssetProps> {
	const send = async ([locale, { fileName, contentType, url }]: ReturnType<typeof filesOf>[number]) => {
		const content = await readFile(pathOfFile(folder, url)).catch((error: Error) => {
			throw new FaultsError([`The file of a picture cannot be read (${error.message}).`]);
		});
		// A copy, since a buffer of Node's may be a part of a larger one.
		const { sys } = await upload.create({}, { file: new Uint8Array(content).buffer });
		return [locale, { fileName, contentType, uploadFrom: { sys: { type: "Link", linkType: "Upload", id: sys.id } } }];
	};
	return {
		get: (assetId) => asset.get({ assetId }),
		write: async (item, old) => {
			const assetId = item.sys.id;
			const file = Object.fromEntries(await Promise.all(filesOf(item).map(send)));
			const values = { fields: { ...item.fields, file }, metadata: { tags: item.metadata?.tags ?? [] } };
			const written = await (old
				? asset.update({ assetId }, { ...old, ...values })
				: asset.createWithId({ assetId }, values));
			const options = { processingCheckWait: processingWait, processingCheckRetries: 60 };
			return asset.processForAllLocales({}, written, options);
		},
		publish: (item) => asset.publish({ assetId: item.sys.id }, item),
		archive: (assetId) => asset.archive({ assetId }),
		unarchive: (assetId) => asset.unarchive({ assetId }),
	};
}
