import mime from "mime";
import type { FocusPlace } from "../../../content/focusPlaces.ts";
import { shortenFileName, toSafeFileName } from "../../shared/fileNames.ts";
import type { ContentfulItem } from "../contentful/contentfulData.ts";
import { Problem } from "../problem.ts";

/** Error for a file that cannot be used. */
export class FileError extends Error {
	readonly problem: Problem;

	constructor(problem: Problem, cause?: unknown) {
		super(problem.code, { cause });
		this.problem = problem;
	}
}

/** Facts about a file from Contentful. `size` is a picture's size in pixels, when Contentful has recognised the picture. */
export type FileDescription = {
	fileName: string;
	contentType: string;
	size?: { width: number; height: number } | undefined;
	/** Part of a picture that stays in view where the picture is cropped. */
	focus?: FocusPlace | undefined;
};

/** Facts about a file, and about its asset in Contentful. */
export type AssetFacts = ContentfulItem["sys"] & FileDescription;

const drawingType = "image/svg+xml";

/**
 * Checks whether a file is a drawing (SVG). Contentful's type can be `text/xml` or `application/octet-stream`, so the
 * name counts, too.
 */
export function isDrawing({ fileName, contentType }: FileDescription): boolean {
	return contentType === drawingType || mime.getType(fileName) === drawingType;
}

/** Default size of browsers for a picture, in pixels. They correct it when the picture has loaded. */
export const defaultPictureSize = { width: 300, height: 150 };

/** Widths of a photograph's AVIF files, in pixels. The smallest is for portraits of 76 CSS pixels (place `byline`). */
export const pictureWidths = [192, 320, 672, 1152, 1600];

/** Width of the fallback file for browsers without AVIF, in pixels. */
export const fallbackWidth = 672;

/** Minimum ratio between a photograph's own width and the next smaller one of `pictureWidths`. */
const minWidthRatio = 1.2;

/** Lists the widths of a photograph's files. None is larger than the photograph. */
export function listWidths(pictureWidth: number): number[] {
	const largest = Math.min(pictureWidth, ...pictureWidths.slice(-1));
	const smaller = pictureWidths.filter((width) => width * minWidthRatio <= largest);
	return [...smaller, largest];
}

/** Matches types that browsers execute: web pages, SVG and other XML, and scripts. */
const executableType = /\b(x?html|xml|xsl|svg)\b|(java|ecma|j|live)script/;

/**
 * Returns the name under which visitors get a linked file. A name without an extension gets the extension of its type,
 * because hosts and visitors' devices recognise a file by the extension.
 * @throws FileError when browsers would execute the file
 */
export function nameLinkedFile({ fileName, contentType }: FileDescription): string {
	const ownName = toSafeFileName(fileName);
	// An extension has a letter. The digits after the dot of "Report 12.2025" are none.
	const hasExtension = /\.[\d_]*[a-z]\w*$/i.test(ownName);
	const extension = hasExtension ? undefined : mime.getExtension(contentType);
	const name = extension ? shortenFileName(`${ownName}.${extension}`) : ownName;
	const type = mime.getType(name) ?? "";
	if (executableType.test(type)) throw new FileError(new Problem("fileExecutable", { type }));
	return name;
}
