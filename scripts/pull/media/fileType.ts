import { extname } from "node:path";
import mime from "mime";
import { shortenFileName, toSafeFileName } from "../../shared/fileNames.ts";

/** Error for a file that the site cannot show. Editors see the error's message in the content report. */
export class UnusableFileError extends Error {}

/** Name and MIME type of a file, as Contentful has them. */
export type FileDescription = { fileName: string; contentType: string | undefined };

const drawingType = "image/svg+xml";

/**
 * Checks whether a file is a drawing (SVG). Contentful's type can be `text/xml` or `application/octet-stream`, so the
 * name counts, too.
 */
export function isDrawing({ fileName, contentType }: FileDescription): boolean {
	return contentType === drawingType || mime.getType(fileName) === drawingType;
}

/** Matches types that browsers execute: web pages, SVG and other XML, and scripts. */
const executableType = /\b(x?html|xml|xsl|svg)\b|(java|ecma|j|live)script/;

/**
 * Returns the name under which visitors get a linked file. A name without an extension gets the extension of its type,
 * because hosts and visitors' devices recognise a file by the extension.
 * @throws UnusableFileError when browsers would execute the file
 */
export function nameLinkedFile({ fileName, contentType = "" }: FileDescription): string {
	const ownName = toSafeFileName(fileName);
	const extension = /^\.\w+$/.test(extname(ownName)) ? undefined : mime.getExtension(contentType);
	const name = extension ? shortenFileName(`${ownName}.${extension}`) : ownName;
	const type = mime.getType(name) ?? "";
	if (executableType.test(type))
		throw new UnusableFileError(`browsers would run a linked file of the type ${type}`);
	return name;
}
