import { z } from "zod";
import { type FocusPlace, focusPlaces } from "../../../content/focusPlaces.ts";
import type { Place } from "../../../content/formatFinding.ts";
import { defaultLanguage } from "../../../content/locales.ts";
import type { TextValue } from "../../../content/snapshot.ts";
import { type AssetFacts, isDrawing } from "../media/fileType.ts";
import type { PictureReference } from "../references.ts";
import { cleanText } from "./cleanText.ts";
import { type FieldContext, listValues } from "./context.ts";

/** File of an asset. `url` has no protocol: `//images.ctfassets.net/…`. The size of a picture is in pixels. */
const assetFileSchema = z.object({
	url: z.string(),
	fileName: z.string(),
	contentType: z.string(),
	details: z.object({
		image: z
			.object({ width: z.number().positive(), height: z.number().positive() })
			.optional()
			.catch(undefined),
	}),
});

/** Parses a link to a picture. Reports a missing one. */
export function parsePicture(
	id: string,
	context: FieldContext,
	requiredBy?: PictureReference["requiredBy"],
): PictureReference | undefined {
	const { contentfulData, report } = context;
	const focus = parseFocus(id, context);
	const file = findFile(id, "pictureMissing", "pictureLeftOut", context);
	if (!file) return undefined;
	const { minWidth: wanted = 0 } = context.field;
	const { width = wanted } = file.facts.size ?? {};
	if (width < wanted && !isDrawing(file.facts))
		report.add(file.place, "pictureSmall", "pictureShown", { width, wanted });
	const [found] = listValues(contentfulData.assets.get(id)?.fields.title, true, context);
	const title: TextValue = { value: String(found?.raw ?? "").trim() };
	if (found?.isEnglish) title.lang = defaultLanguage;
	if (!found) report.add(placeAsset(id, "title", context), "pictureWithoutTitle", "noAlternative");
	const facts = { ...file.facts, focus };
	return { ...file, reference: "picture", facts, title, requiredBy };
}

/** Returns the place of an asset's field. */
const placeAsset = (id: string, field: string, { place: usedIn }: FieldContext): Place => {
	return { type: "asset", id, field, usedIn };
};

/**
 * Returns the focus with which an asset's description begins, such as `top left` for `focus: top left`. The description
 * in one language counts for both. Reports an unknown place.
 */
function parseFocus(id: string, context: FieldContext): FocusPlace | undefined {
	const { fields } = context.contentfulData.assets.get(id) ?? {};
	const [entered] = Object.values(fields?.description ?? {}).flatMap(
		(text) => /^focus:(.*)/i.exec(String(cleanText(text)).trim())?.slice(1) ?? [],
	);
	if (entered === undefined) return undefined;
	const wanted = entered.trim().toLowerCase().replace("center", "centre");
	const focus = focusPlaces.find((known) => known === wanted);
	if (focus) return focus;
	const values = { focus: entered.trim(), places: focusPlaces.join(", ") };
	const place = placeAsset(id, "description", context);
	context.report.add(place, "focusUnknown", "croppedAnyway", values);
	return undefined;
}

/** Returns address and facts of an asset's file. Reports a missing asset or file. */
export function findFile(
	id: string,
	missing: "pictureMissing" | "fileMissing",
	consequence: "pictureLeftOut" | "textWithoutLink",
	context: FieldContext,
) {
	const { contentfulData, environment, report } = context;
	const asset = contentfulData.assets.get(id);
	if (!asset) {
		report.add(context.place, missing, consequence, { asset: { type: "asset", id } });
		return undefined;
	}
	const place = placeAsset(id, "file", context);
	const [found] = listValues(asset.fields.file, false, context);
	const { data: file } = assetFileSchema.safeParse(found?.raw);
	if (!file) {
		report.add(place, "fileEmpty", consequence);
		return undefined;
	}
	const { url, details, ...description } = file;
	// The protocol is that of Contentful's API.
	const address = new URL(url, environment.contentful.apiUrl).href;
	const facts: AssetFacts = { ...asset.sys, ...description, size: details.image };
	return { address, facts, place };
}
