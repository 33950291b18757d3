import { INLINES } from "@contentful/rich-text-types";
import { z } from "zod";
import type { Field } from "../../../content/fields.ts";
import { localeCodes } from "../../../content/locales.ts";
import { listEntries, pageEntries, pageEntryNames } from "../../../content/model.ts";
import type { Environment } from "../../../site/environment.server.ts";
import { assetLink, type ContentfulAsset, type ContentfulContent, entryLink, parseAssetAddress } from "./answer.ts";
import { cleanText } from "./cleanText.ts";
import { listFallbackLocales } from "./fallbackLocales.ts";

const assetHyperlink = z.object({
	nodeType: z.literal(INLINES.ASSET_HYPERLINK),
	data: z.object({ target: assetLink }),
});

const linksIn = (list: unknown) => entryLink.array().safeParse([list].flat()).data ?? [];

/** The assets whose files may be shown as pictures or linked to, by the files' addresses. */
export type ListedAssets = Record<"pictures" | "files", Map<string, ContentfulAsset["sys"]>>;

/**
 * Lists the files that the ten entries and the entries of their lists use, by the content model. Nothing is checked, so
 * that there may be more than pages come to show.
 */
export function listAssets(
	{ entries, assets, locales }: ContentfulContent,
	environment: Pick<Environment, "entryIds" | "contentful">,
): ListedAssets {
	const readLocales = new Set(localeCodes.flatMap((locale) => [...listFallbackLocales(locale, locales).keys()]));
	const listed: ListedAssets = { pictures: new Map(), files: new Map() };

	function addAsset(id: string, use: keyof ListedAssets): void {
		const asset = assets.get(id);
		for (const locale of readLocales) {
			const address = parseAssetAddress(asset?.fields.file?.[locale], environment);
			if (asset && address) listed[use].set(address, asset.sys);
		}
	}

	function addAssetsIn(value: unknown): void {
		if (!value || typeof value !== "object") return;
		const picture = assetLink.safeParse(value);
		const linked = assetHyperlink.safeParse(value);
		if (picture.success) addAsset(picture.data.sys.id, "pictures");
		else if (linked.success) addAsset(linked.data.data.target.sys.id, "files");
		else for (const part of Object.values(value)) addAssetsIn(part);
	}

	function addEntry(id: string, fields: Record<string, Field>): void {
		for (const [name, { kind, of }] of Object.entries(fields)) {
			for (const locale of readLocales) {
				const value = cleanText(entries.get(id)?.fields[name]?.[locale], new Set());
				if (kind !== "entries") addAssetsIn(value);
				else for (const { sys } of linksIn(value)) addEntry(sys.id, listEntries[of].fields);
			}
		}
	}

	for (const name of pageEntryNames) addEntry(environment.entryIds[name], pageEntries[name].fields);
	return listed;
}
