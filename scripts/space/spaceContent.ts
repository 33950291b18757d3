import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
	type AssetProps,
	type ContentTypeProps,
	type EntryProps,
	fetchAll,
	type PlainClientAPI,
} from "contentful-management";
import { FaultsError } from "../shared/faults.ts";
import { toSafeFileName } from "../shared/fileNames.ts";
import { sendToContentful } from "./connectSpace.ts";
import { defineContentTypes } from "./contentTypes.ts";

export type Item = EntryProps | AssetProps;

/**
 * Content of `space.json`: the format of Contentful's tool contentful-export, with the additional property `published`,
 * which has the published content of entries and assets.
 */
export type SpaceContent = Omit<Awaited<ReturnType<typeof fetchSpace>>, "name">;

/**
 * Returns the publishing status. Publishing sets `version` to `publishedVersion` + 1. A greater `version` means
 * unpublished changes. With locale-based publishing, a changed locale can be older than the published version.
 */
export function stateOf({ sys }: Item | ContentTypeProps) {
	if ("archivedVersion" in sys && sys.archivedVersion) return "archived";
	if (sys.publishedVersion === undefined) return "draft";
	const statuses = "fieldStatus" in sys ? Object.values(sys.fieldStatus?.["*"] ?? {}) : [];
	if (statuses.includes("changed")) return "changed";
	return sys.version > sys.publishedVersion + 1 ? "changed" : "published";
}

export const isEntry = (item: Item): item is EntryProps => "contentType" in item.sys;

export const listItems = ({ assets, entries }: SpaceContent["published"]): Item[] => [
	...assets,
	...entries,
];

/**
 * Fetches the name and the whole content of a space, including drafts and archived items.
 * @throws FaultsError when Contentful refuses it
 */
export function fetchSpace(client: PlainClientAPI) {
	const inOrder = { query: { order: "sys.id" } };
	return sendToContentful("show the space", async () => ({
		// First, so that a wrong token or space id is a single error.
		name: (await client.space.get({})).name,
		locales: await fetchAll(client.locale.getMany, {}),
		contentTypes: await fetchAll(client.contentType.getMany, {}),
		editorInterfaces: await fetchAll(client.editorInterface.getMany, {}),
		tags: await fetchAll(client.tag.getMany, {}),
		entries: await fetchAll(client.entry.getMany, inOrder),
		assets: await fetchAll(client.asset.getMany, inOrder),
		published: {
			entries: await fetchAll(client.entry.getPublished, inOrder),
			assets: await fetchAll(client.asset.getPublished, inOrder),
		},
	}));
}

/**
 * Loads a space's content from a folder: `demo`, or a backup. The demo has the content types of the content model.
 * @throws FaultsError when the folder's `space.json` is missing or malformed
 */
export async function loadSpaceContent(folder: string): Promise<SpaceContent> {
	const defaults = { ...defineContentTypes(), tags: [], published: { entries: [], assets: [] } };
	try {
		return { ...defaults, ...JSON.parse(await readFile(join(folder, "space.json"), "utf8")) };
	} catch (error) {
		throw new FaultsError([
			`The folder ${folder} has no space.json that can be read (${(error as Error).message}). Name a folder that npm run backup has written.`,
		]);
	}
}

/**
 * Returns the path of an asset's file in a folder, such as `<folder>/images.ctfassets.net/a/b.jpg`, in names that all
 * file systems accept.
 */
export function pathOfFile(folder: string, address: string): string {
	const { host, pathname } = new URL(address, "https://images.ctfassets.net");
	const names = [host, ...pathname.slice(1).split("/").map(decodeURIComponent)];
	return join(folder, ...names.map(toSafeFileName));
}
