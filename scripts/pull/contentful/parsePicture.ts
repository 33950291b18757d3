import type { PictureValue } from "../../../content/snapshot.ts";
import type { Place } from "../report.ts";
import { createTextValue, type ParseContext, type PreparedFiles, pickValues } from "./context.ts";
import { missingState, shownWithoutLink } from "./parseLink.ts";
import { type ContentfulAsset, parseAssetFile } from "./schemas.ts";

export function parsePicture(
	assetId: string,
	place: Place,
	context: ParseContext,
): PictureValue | undefined {
	const found = findAsset(
		assetId,
		context.media.pictures,
		{ place, instead: "the picture is left out" },
		context,
	);
	if (!found) return undefined;
	const titlePlace: Place = { type: "assets", id: assetId, field: "title" };
	const [titleValue] = pickValues(found.asset.fields.title, true, context);
	const title = typeof titleValue?.raw === "string" ? titleValue.raw.trim() : "";
	if (!title)
		context.report.add(
			"info",
			titlePlace,
			"the picture has no title",
			"its alternative text is empty",
		);
	return {
		...found.value,
		title: createTextValue(title, title !== "" && titleValue?.isEnglish === true),
	};
}

/** Returns the path of an asset's file on the site, or reports why the file cannot be used. */
export function parseFile(
	assetId: string,
	place: Place,
	context: ParseContext,
): string | undefined {
	return findAsset(assetId, context.media.files, { place, instead: shownWithoutLink }, context)
		?.value;
}

function findAsset<Value>(
	id: string,
	files: PreparedFiles<Value>,
	use: { place: Place; instead: string },
	context: ParseContext,
): { asset: ContentfulAsset; value: Value } | undefined {
	const { contentfulData, environment, report } = context;
	const asset = contentfulData.assets.get(id);
	if (!asset) {
		report.add("warning", use.place, `asset "${id}" ${missingState}`, use.instead);
		return undefined;
	}
	const filePlace: Place = { type: "assets", id, field: "file" };
	const [value] = pickValues(asset.fields.file, false, context);
	const file = parseAssetFile(value?.raw, environment);
	if (!file) {
		report.add("warning", filePlace, "the asset has no file in English", use.instead);
		return undefined;
	}
	const { address, ...description } = file;
	const { value: prepared, finding } = files.get(address, { ...asset.sys, ...description }) ?? {};
	if (finding)
		report.add(finding.severity, filePlace, finding.problem, finding.instead ?? use.instead);
	return prepared === undefined ? undefined : { asset, value: prepared };
}
