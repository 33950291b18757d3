import { z } from "zod";
import type { Environment } from "../../../environment/environment.server.ts";
import type { FileDescription } from "../media/fileType.ts";

/**
 * Creates the schema of one entry or one asset from the Content Delivery API:
 * https://www.contentful.com/developers/docs/references/content-delivery-api/
 */
const resource = <Type extends string>(type: Type) =>
	z.object({
		sys: z.object({
			type: z.literal(type),
			id: z.string(),
			updatedAt: z.string().optional(),
			revision: z.number().optional(),
		}),
		// Values of the fields, by field name and then by locale.
		fields: z.record(z.string(), z.record(z.string(), z.unknown())),
	});
const entry = resource("Entry");
const asset = resource("Asset");

export const entriesSchema = z.object({
	sys: z.object({ type: z.literal("Array") }),
	items: z.array(entry),
	includes: z
		.object({ Entry: z.array(entry).optional(), Asset: z.array(asset).optional() })
		.optional(),
});

export const localesSchema = z.object({
	sys: z.object({ type: z.literal("Array") }),
	items: z.array(
		z.object({
			code: z.string(),
			default: z.boolean().optional(),
			fallbackCode: z.string().nullish(),
		}),
	),
});

/** A locale of the Contentful space. The default locale holds the values of fields that are not localised. */
export type SpaceLocale = z.infer<typeof localesSchema>["items"][number];

const optionalText = z.string().optional().catch(undefined);
const assetFile = z.object({
	url: z.string().min(1),
	fileName: optionalText,
	contentType: optionalText,
	details: z
		.object({ image: z.object({ width: z.number(), height: z.number() }) })
		.optional()
		.catch(undefined),
});

/** File of an asset, with its address (http or https). */
type AssetFile = FileDescription & { address: string };

/** Parses the value of an asset's file. A missing protocol is taken from Contentful's API address. */
export function parseAssetFile(
	value: unknown,
	{ contentful }: Pick<Environment, "contentful">,
): AssetFile | undefined {
	const file = assetFile.safeParse(value);
	if (!file.success) return undefined;
	const { protocol } = new URL(contentful.apiUrl);
	const url = URL.parse(file.data.url.replace(/^\/\//, `${protocol}//`));
	if (!url || !/^https?:$/.test(url.protocol)) return undefined;
	const { fileName = url.pathname.split("/").at(-1) ?? "", contentType, details } = file.data;
	return { address: url.href, fileName, contentType, size: details?.image };
}

const link = <Type extends string>(type: Type) =>
	z.object({
		sys: z.object({ type: z.literal("Link"), linkType: z.literal(type), id: z.string() }),
	});
export const entryLinkSchema = link("Entry");
export const assetLinkSchema = link("Asset");

export type ContentfulEntry = z.infer<typeof entry>;
export type ContentfulAsset = z.infer<typeof asset>;

export type AssetFacts = ContentfulAsset["sys"] & FileDescription;

/** Contentful's responses: all fetched entries and assets by id, in all locales. */
export type ContentfulData = {
	entries: Map<string, ContentfulEntry>;
	assets: Map<string, ContentfulAsset>;
	locales: SpaceLocale[];
};
