import type { Picture } from "../../../content/snapshot.ts";
import type { Findings } from "../media/prepareMedia.ts";
import type { Place } from "../report.ts";
import { type ContentfulAsset, parseAssetAddress } from "./answer.ts";
import { markText, type ParseContext, pickValues } from "./context.ts";
import { assetReference } from "./references.ts";

/**
 * The file of an asset, as a reference.
 * @param place where the asset is used
 * @returns undefined, and reported, when there is none or none that can be used
 */
export function parseFile(
	assetId: string,
	use: keyof Findings,
	place: Place,
	context: ParseContext,
): { asset: ContentfulAsset; address: string } | undefined {
	const { content, assetProtocol, findings, report } = context;
	const asset = content.assets.get(assetId);
	if (!asset) {
		report.add("warning", place, `asset "${assetId}" is a draft or deleted`, "it is left out");
		return undefined;
	}
	const filePlace: Place = { type: "assets", id: assetId, field: "file" };
	const [file] = pickValues(asset.fields.file, false, context);
	const address = parseAssetAddress(file?.raw, assetProtocol);
	if (!address) {
		report.add("warning", filePlace, "it has no file", "it is left out");
		return undefined;
	}
	const finding = findings[use].get(address);
	if (finding) report.add(finding.severity, filePlace, finding.problem, finding.instead);
	return finding?.isLost ? undefined : { asset, address: assetReference(address) };
}

/**
 * An asset as a picture, to which `resolveReferences` adds what is known of its files.
 * @returns undefined, and reported, when it cannot be shown
 */
export function parsePicture(assetId: string, place: Place, context: ParseContext): Picture | undefined {
	const file = parseFile(assetId, "pictures", place, context);
	if (!file) return undefined;
	const { asset, address } = file;
	const titlePlace: Place = { type: "assets", id: assetId, field: "title" };
	const [found] = pickValues(asset.fields.title, true, context, titlePlace);
	const title = typeof found?.raw === "string" ? found.raw.trim() : "";
	if (!title) context.report.add("info", titlePlace, "it has no title", "its alternative text is empty");
	const shown = {
		src: address,
		title: markText(title, title !== "" && found?.isEnglish === true),
		updatedAt: asset.sys.updatedAt,
	};
	return shown as Picture;
}
