import { z } from "zod";
import type { FileDescription } from "../media/fileType.ts";

/**
 * Entry or asset from the Content Delivery API:
 * https://www.contentful.com/developers/docs/references/content-delivery-api/
 */
const item = z.object({
	sys: z.object({
		id: z.string(),
		updatedAt: z.string().default(""),
		revision: z.number().optional(),
	}),
	// Values of the fields, by field name and then by locale.
	fields: z.record(z.string(), z.record(z.string(), z.unknown())),
});

const list = z.object({ sys: z.object({ type: z.literal("Array") }) });

export const entriesSchema = list.extend({
	items: z.array(item),
	includes: z
		.object({ Entry: z.array(item).optional(), Asset: z.array(item).optional() })
		.optional(),
});

export const localesSchema = list.extend({
	items: z.array(
		z.object({
			code: z.string(),
			default: z.boolean().optional(),
			fallbackCode: z.string().nullish(),
		}),
	),
});

/** Locale of the Contentful space. The default locale holds the values of fields that are not localised. */
export type SpaceLocale = z.infer<typeof localesSchema>["items"][number];

export type ContentfulItem = z.infer<typeof item>;

/** File of an asset. `url` has no protocol: `//images.ctfassets.net/…`. The size of a picture is in pixels. */
export const assetFileSchema = z.object({
	url: z.string(),
	fileName: z.string(),
	contentType: z.string(),
	details: z.object({ image: z.object({ width: z.number(), height: z.number() }).optional() }),
});

export type AssetFacts = ContentfulItem["sys"] & FileDescription;

/** Contentful's responses: all fetched entries and assets by id, in all locales. */
export type ContentfulData = {
	entries: Map<string, ContentfulItem>;
	assets: Map<string, ContentfulItem>;
	locales: SpaceLocale[];
};
