import { z } from "zod";
import type { PictureValue } from "../../../content/snapshot.ts";
import type { Place } from "../report.ts";
import {
	createTextValue,
	listValues,
	type ParseContext,
	type PreparedFiles,
	warn,
} from "./context.ts";

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

export function parsePicture(
	id: string,
	place: Place,
	context: ParseContext,
): PictureValue | undefined {
	const { contentfulData, media, report } = context;
	const facts = findFile(id, media.pictures, place, "the picture is left out", context);
	if (!facts) return undefined;
	const titles = contentfulData.assets.get(id)?.fields.title;
	const [title] = listValues(titles, true, context);
	if (title) return { ...facts, title: createTextValue(String(title.raw).trim(), title.isEnglish) };
	const titlePlace: Place = { type: "assets", id, field: "title" };
	report.add("info", titlePlace, "the picture has no title", "its alternative text is empty");
	return { ...facts, title: { value: "" } };
}

/** Returns the prepared file of an asset, or reports why the file cannot be used. */
export function findFile<Value>(
	id: string,
	files: PreparedFiles<Value>,
	place: Place,
	instead: string,
	context: ParseContext,
): Value | undefined {
	const { contentfulData, environment, report } = context;
	const asset = contentfulData.assets.get(id);
	if (!asset) return warn(context, place, `asset "${id}" ${missingState}`, instead);
	const filePlace: Place = { type: "assets", id, field: "file" };
	const [value] = listValues(asset.fields.file, false, context);
	const { data: file } = assetFileSchema.safeParse(value?.raw);
	if (!file) return warn(context, filePlace, "the asset has no file in English", instead);
	const { url, details, ...description } = file;
	// The protocol is that of Contentful's API.
	const address = new URL(url, environment.contentful.apiUrl).href;
	const facts = { ...asset.sys, ...description, size: details.image };
	const { value: prepared, finding } = files.get(address, facts) ?? {};
	if (finding) report.add(finding.severity, filePlace, finding.problem, finding.instead ?? instead);
	return prepared;
}
