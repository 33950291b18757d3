import { readFile } from "node:fs/promises";
import type { AssetProps, EntryProps, PlainClientAPI } from "contentful-management";
import { FaultsError } from "../shared/faults.ts";
import { filesOf, pathOfFile } from "./spaceContent.ts";

/**
 * Operations on the entries or assets of a space. The operation `write` creates an item, or replaces the content of the
 * existing item `old`.
 */
export type Writer<Item> = {
	get: (id: string) => Promise<Item>;
	write: (item: Item, old: Item | undefined) => Promise<unknown>;
	publish: (item: Item) => Promise<unknown>;
	archive: (id: string) => Promise<unknown>;
	unarchive: (id: string) => Promise<unknown>;
};

export function createEntryWriter({ entry }: PlainClientAPI): Writer<EntryProps> {
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

/** Creates a writer that uploads the files of assets from `folder`. */
export function createAssetWriter(
	{ asset, upload }: PlainClientAPI,
	{ folder, processingWaitMs }: { folder: string; processingWaitMs: number },
): Writer<AssetProps> {
	/**
	 * Uploads the asset's file for one locale. Returns the locale, and the value to write into the asset's field `file`.
	 */
	const uploadFile = async ([locale, { fileName, contentType, url }]: ReturnType<
		typeof filesOf
	>[number]) => {
		const content = await readFile(pathOfFile(folder, url)).catch((error: Error) => {
			throw new FaultsError([`The file of a picture cannot be read (${error.message}).`]);
		});
		// The request needs an `ArrayBuffer` with only the file's bytes. A Node buffer can be a slice of a larger
		// `ArrayBuffer`, so its bytes are copied.
		const { sys } = await upload.create({}, { file: new Uint8Array(content).buffer });
		return [
			locale,
			{
				fileName,
				contentType,
				uploadFrom: { sys: { type: "Link", linkType: "Upload", id: sys.id } },
			},
		];
	};
	return {
		get: (assetId) => asset.get({ assetId }),
		write: async (item, old) => {
			const assetId = item.sys.id;
			const file = Object.fromEntries(await Promise.all(filesOf(item).map(uploadFile)));
			const values = {
				fields: { ...item.fields, file },
				metadata: { tags: item.metadata?.tags ?? [] },
			};
			const written = await (old
				? asset.update({ assetId }, { ...old, ...values })
				: asset.createWithId({ assetId }, values));
			const options = { processingCheckWait: processingWaitMs, processingCheckRetries: 60 };
			return asset.processForAllLocales({}, written, options);
		},
		publish: (item) => asset.publish({ assetId: item.sys.id }, item),
		archive: (assetId) => asset.archive({ assetId }),
		unarchive: (assetId) => asset.unarchive({ assetId }),
	};
}
