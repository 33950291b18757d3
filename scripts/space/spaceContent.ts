import { readFile } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import {
	type AssetProps,
	type ContentTypeProps,
	type EditorInterfaceProps,
	type EntryProps,
	fetchAll,
	type LocaleProps,
	type PlainClientAPI,
	type TagProps,
} from "contentful-management";
import { FaultsError } from "../shared/faults.ts";
import { shortenFileName } from "../shared/fileNames.ts";
import { defineContentTypes, defineEditorInterfaces } from "./contentTypes.ts";

export type Item = EntryProps | AssetProps;

/**
 * Content of `space.json`: the format of Contentful's tool contentful-export, with the additional property `published`.
 */
export type SpaceContent = {
	locales: LocaleProps[];
	contentTypes: ContentTypeProps[];
	editorInterfaces: EditorInterfaceProps[];
	tags: TagProps[];
	entries: EntryProps[];
	assets: AssetProps[];
	/** Published content of entries and assets that also have unpublished changes. */
	published: { entries: EntryProps[]; assets: AssetProps[] };
};

type Versions = {
	version: number;
	publishedVersion?: number | undefined;
	archivedVersion?: number | undefined;
};

/**
 * Returns the publishing status. Publishing sets `version` to `publishedVersion` + 1. A greater `version` means
 * unpublished changes.
 */
export function stateOf({ sys }: { sys: Versions }) {
	if (sys.archivedVersion) return "archived";
	if (sys.publishedVersion === undefined) return "draft";
	return sys.version > sys.publishedVersion + 1 ? "changed" : "published";
}

type File = AssetProps["fields"]["file"][string] & { url: string };

/** Lists the files of an asset, by locale. Omits files that Contentful has not processed yet. */
export function filesOf({ fields }: Item): [locale: string, file: File][] {
	return Object.entries<File>(fields.file ?? {}).filter(([, { url }]) => url !== undefined);
}

/** Fetches the whole content of a space, including drafts and archived items. */
export async function fetchSpaceContent(client: PlainClientAPI): Promise<SpaceContent> {
	const inOrder = { query: { order: "sys.id" } };
	const [
		locales,
		contentTypes,
		editorInterfaces,
		tags,
		entries,
		assets,
		publishedEntries,
		publishedAssets,
	] = await Promise.all([
		fetchAll(client.locale.getMany, {}),
		fetchAll(client.contentType.getMany, {}),
		fetchAll(client.editorInterface.getMany, {}),
		fetchAll(client.tag.getMany, {}),
		fetchAll(client.entry.getMany<Record<string, unknown>>, inOrder),
		fetchAll(client.asset.getMany, inOrder),
		fetchAll(client.entry.getPublished<Record<string, unknown>>, inOrder),
		fetchAll(client.asset.getPublished, inOrder),
	]);
	const changed = [...entries, ...assets]
		.filter((item) => stateOf(item) === "changed")
		.map(({ sys }) => sys.id);
	const isChanged = ({ sys }: Item) => changed.includes(sys.id);
	const published = {
		entries: publishedEntries.filter(isChanged),
		assets: publishedAssets.filter(isChanged),
	};
	return { locales, contentTypes, editorInterfaces, tags, entries, assets, published };
}

/**
 * Loads a space's content from a folder: `demo`, or a backup. The demo has the content types of the content model.
 * @throws FaultsError when the folder's `space.json` is missing or malformed
 */
export async function loadSpaceContent(folder: string): Promise<SpaceContent> {
	try {
		const content = JSON.parse(await readFile(join(folder, "space.json"), "utf8"));
		return {
			contentTypes: defineContentTypes(),
			editorInterfaces: defineEditorInterfaces(),
			tags: [],
			published: { entries: [], assets: [] },
			...content,
		};
	} catch (error) {
		throw new FaultsError([
			`The folder ${folder} has no space.json that can be read (${(error as Error).message}). Name a folder that npm run backup has written.`,
		]);
	}
}

/**
 * Returns the path of an asset's file in a folder, such as `<folder>/images.ctfassets.net/a/b.jpg`. Shortens names that
 * are too long for file systems.
 * @throws FaultsError when the path would be outside the folder
 */
export function pathOfFile(folder: string, address: string): string {
	const { host, pathname } = new URL(address, "https://images.ctfassets.net");
	const names = decodeURIComponent(pathname).split("/").map(shortenFileName);
	const path = resolve(folder, host.replace(":", "-"), `.${names.join("/")}`);
	if (!path.startsWith(resolve(folder) + sep))
		throw new FaultsError([`The address ${address} leads out of ${folder}.`]);
	return path;
}
