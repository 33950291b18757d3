import { z } from "zod";
import type { Locale } from "../../../content/locales.ts";
import type { Environment } from "../../../site/environment.server.ts";

/**
 * What the Content Delivery API documents for entries and assets in all locales at once:
 * https://www.contentful.com/developers/docs/references/content-delivery-api/
 */
const resource = <Type extends string>(type: Type) =>
	z.object({
		sys: z.object({
			type: z.literal(type),
			id: z.string(),
			updatedAt: z.string().optional(),
			// By locale `draft`, `changed` or `published`; only where languages are published apart.
			fieldStatus: z
				.object({ "*": z.record(z.string(), z.string()) })
				.optional()
				.catch(undefined),
		}),
		fields: z.record(z.string(), z.record(z.string(), z.unknown())),
	});
const entry = resource("Entry");
const asset = resource("Asset");

export const entriesAnswer = z.object({
	sys: z.object({ type: z.literal("Array") }),
	items: z.array(entry),
	includes: z.object({ Entry: z.array(entry).optional(), Asset: z.array(asset).optional() }).optional(),
});

export const localesAnswer = z.object({
	sys: z.object({ type: z.literal("Array") }),
	items: z.array(z.object({ code: z.string(), default: z.boolean().optional(), fallbackCode: z.string().nullish() })),
});

/** A locale of the space. The values of fields that are not localised are given under the default one alone. */
export type SpaceLocale = z.infer<typeof localesAnswer>["items"][number];

const assetFile = z.object({ url: z.string().min(1) });

/**
 * The address of an asset's file in one language. It may come with a protocol of its own; one with none takes the service's.
 * @returns undefined when there is no file or its address is none
 */
export function parseAssetAddress(value: unknown, { contentful }: Pick<Environment, "contentful">): string | undefined {
	const file = assetFile.safeParse(value);
	const { protocol } = new URL(contentful.apiUrl);
	const url = file.success ? URL.parse(file.data.url, `${protocol}//asset.invalid`) : null;
	return url && /^https?:$/.test(url.protocol) && url.hostname !== "asset.invalid" ? url.href : undefined;
}

const link = <Type extends string>(type: Type) =>
	z.object({ sys: z.object({ type: z.literal("Link"), linkType: z.literal(type), id: z.string() }) });
export const entryLink = link("Entry");
export const assetLink = link("Asset");

export type ContentfulEntry = z.infer<typeof entry>;
export type ContentfulAsset = z.infer<typeof asset>;

/** Everything that was fetched, by id. */
export type ContentfulContent = {
	entries: Map<string, ContentfulEntry>;
	assets: Map<string, ContentfulAsset>;
	/** The locales in which an entry or asset is not published, by its id. Empty in previews and without locale-based publishing. */
	unpublished: Map<string, Locale[]>;
	locales: SpaceLocale[];
};
