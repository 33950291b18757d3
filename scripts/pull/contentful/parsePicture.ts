import type { PictureValue } from "../../../content/snapshot.ts";
import type { Prepared } from "../media/prepareMedia.ts";
import type { Place } from "../report.ts";
import { type ContentfulAsset, parseAssetAddress } from "./answer.ts";
import { markText, type ParseContext, pickValues } from "./context.ts";
import { describeAbsence } from "./dropUnpublished.ts";

/**
 * An asset as a picture.
 * @param place where the asset is used
 * @returns undefined, and reported, when it cannot be shown
 */
export function parsePicture(assetId: string, place: Place, context: ParseContext): PictureValue | undefined {
	const found = findAsset(assetId, context.media.pictures, place, context);
	if (!found) return undefined;
	const titlePlace: Place = { type: "assets", id: assetId, field: "title" };
	const [value] = pickValues(found.asset.fields.title, true, context, titlePlace);
	const title = typeof value?.raw === "string" ? value.raw.trim() : "";
	if (!title) context.report.add("info", titlePlace, "it has no title", "its alternative text is empty");
	return {
		...found.made,
		title: markText(title, title !== "" && value?.isEnglish === true),
		updatedAt: found.asset.sys.updatedAt,
	};
}

/** The path on the site of an asset's file; undefined, and reported, when there is none or none that can be used. */
export function parseFile(assetId: string, place: Place, context: ParseContext): string | undefined {
	return findAsset(assetId, context.media.files, place, context)?.made;
}

function findAsset<Made>(
	id: string,
	prepared: { get: (address: string, sys: ContentfulAsset["sys"]) => Prepared<Made> | undefined },
	place: Place,
	context: ParseContext,
): { asset: ContentfulAsset; made: Made } | undefined {
	const { content, environment, report } = context;
	const asset = content.assets.get(id);
	if (!asset) {
		report.add("warning", place, `asset "${id}" ${describeAbsence(id, content)}`, "it is left out");
		return undefined;
	}
	const filePlace: Place = { type: "assets", id, field: "file" };
	const [file] = pickValues(asset.fields.file, false, context);
	const address = parseAssetAddress(file?.raw, environment);
	if (!address) {
		report.add("warning", filePlace, "it has no file", "it is left out");
		return undefined;
	}
	const { made, finding } = prepared.get(address, asset.sys) ?? {};
	if (finding) report.add(finding.severity, filePlace, finding.problem, finding.instead);
	return made && { asset, made };
}
