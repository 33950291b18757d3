import { z } from "zod";

/**
 * Entry or asset from the Content Delivery API:
 * https://www.contentful.com/developers/docs/references/content-delivery-api/
 */
const item = z.object({
	sys: z.object({ id: z.string(), updatedAt: z.string(), revision: z.number().optional() }),
	// Values of the fields, by field name and then by locale.
	fields: z.record(z.string(), z.record(z.string(), z.unknown())),
});

export const entryList = z.object({
	items: z.array(item),
	includes: z
		.object({ Entry: z.array(item).optional(), Asset: z.array(item).optional() })
		.optional(),
});

export const spaceLocale = z.object({
	code: z.string(),
	default: z.boolean().optional(),
	fallbackCode: z.string().nullish(),
});

/** Locale of the Contentful space. The default locale holds the values of fields that are not localised. */
export type SpaceLocale = z.infer<typeof spaceLocale>;

export type ContentfulItem = z.infer<typeof item>;

/** Contentful's responses: all fetched entries and assets by id, in all locales. */
export type ContentfulData = {
	/** Ids of page entries that come near Contentful's maximum size of a response, with all that they link to. */
	largeIds: string[];
	entries: Map<string, ContentfulItem>;
	assets: Map<string, ContentfulItem>;
	locales: SpaceLocale[];
};
