import { z } from "zod";
import { type FocusPlace, focusPlaces } from "../../../content/focusPlaces.ts";
import { defaultLanguage } from "../../../content/locales.ts";
import type { PictureValue, TextValue } from "../../../content/snapshot.ts";
import { cleanText } from "./cleanText.ts";
import { type FieldContext, listValues, type PreparedFiles, warn } from "./context.ts";

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

/** Text for the report: the consequence of a link that has no valid target. */
export const shownWithoutLink = "the text is shown without the link";

/** Text for the report: the state of a linked entry or asset that Contentful does not return. */
export const missingState = "is a draft, archived or deleted";

export function parsePicture(id: string, context: FieldContext): PictureValue | undefined {
	const { contentfulData, media, report } = context;
	const focus = parseFocus(id, context);
	const facts = findFile(id, media.pictures, "the picture is left out", context, focus);
	if (!facts) return undefined;
	const [found] = listValues(contentfulData.assets.get(id)?.fields.title, true, context);
	const title: TextValue = { value: String(found?.raw ?? "").trim() };
	if (found?.isEnglish) title.lang = defaultLanguage;
	if (!found) {
		const place = { type: "assets", id, field: "title" } as const;
		report.add("info", place, "the picture has no title", "its alternative text is empty");
	}
	return { ...facts, title, focus };
}

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
	const place = { type: "assets", id, field: "description" } as const;
	const problem = `the focus "${entered.trim()}" is none of ${focusPlaces.join(", ")}`;
	return warn({ ...context, place }, problem, "the picture is cropped as without it");
}

/** Returns the prepared file of an asset, or reports why the file cannot be used. */
export function findFile<Value>(
	id: string,
	files: PreparedFiles<Value>,
	instead: string,
	context: FieldContext,
	focus?: FocusPlace,
): Value | undefined {
	const { contentfulData, environment, report } = context;
	const asset = contentfulData.assets.get(id);
	if (!asset) return warn(context, `asset "${id}" ${missingState}`, instead);
	const place = { type: "assets", id, field: "file" } as const;
	const [found] = listValues(asset.fields.file, false, context);
	const { data: file } = assetFileSchema.safeParse(found?.raw);
	if (!file) return warn({ ...context, place }, "the asset has no file in English", instead);
	const { url, details, ...description } = file;
	// The protocol is that of Contentful's API.
	const address = new URL(url, environment.contentful.apiUrl).href;
	const facts = { ...asset.sys, ...description, size: details.image, focus };
	const { value, finding } = files.get(address, facts) ?? {};
	report.deliveries.files.set(address, finding?.severity !== "severe");
	if (finding) report.add(finding.severity, place, finding.problem, instead);
	return value;
}
