import { SaxesParser } from "saxes";

/** A file that the site cannot show. The message says why, as the problem of a row of the report. */
export class UnusableFileError extends Error {}

type Matcher = (bytes: Buffer) => boolean;

/** Matches files that begin with a signature. Its parts are texts, or bytes as numbers. */
function startsWith(...signature: (number | string)[]): Matcher {
	const parts = signature.map((part) => Buffer.from(typeof part === "string" ? part : [part]));
	const expected = Buffer.concat(parts);
	return (bytes) => bytes.subarray(0, expected.length).equals(expected);
}

/** Matches files that have a text at an offset, in bytes. */
function hasTextAt(offset: number, text: string): Matcher {
	return (bytes) => bytes.toString("latin1", offset, offset + text.length) === text;
}

/** Matches a RIFF file of a format. */
function isRiff(format: string): Matcher {
	const hasFormat = hasTextAt(8, format);
	return (bytes) => hasTextAt(0, "RIFF")(bytes) && hasFormat(bytes);
}

/** Matches an ISO base media file of one of several brands. Its first box is `ftyp`, and names the brand. */
function isMediaFile(...brands: string[]): Matcher {
	return (bytes) => hasTextAt(4, "ftyp")(bytes) && brands.includes(bytes.toString("latin1", 8, 12));
}

const isZip = startsWith("PK", 3, 4);

/** Matches an Office file: a ZIP archive with a folder that names the program. */
function isOfficeFile(folder: string): Matcher {
	return (bytes) => isZip(bytes) && bytes.includes(`${folder}/`);
}

const isTiff: Matcher = (bytes) => startsWith("II*", 0)(bytes) || startsWith("MM", 0, "*")(bytes);

const openXml = "application/vnd.openxmlformats-officedocument";

const signatures: [extension: string, type: string, matches: Matcher][] = [
	["jpg", "image/jpeg", startsWith(0xff, 0xd8, 0xff)],
	["png", "image/png", startsWith(0x89, "PNG\r\n", 0x1a, "\n")],
	["gif", "image/gif", startsWith("GIF8")],
	["webp", "image/webp", isRiff("WEBP")],
	["avif", "image/avif", isMediaFile("avif", "avis")],
	["heic", "image/heic", isMediaFile("heic", "heix", "hevc", "mif1", "msf1")],
	["tif", "image/tiff", isTiff],
	["pdf", "application/pdf", startsWith("%PDF-")],
	["docx", `${openXml}.wordprocessingml.document`, isOfficeFile("word")],
	["xlsx", `${openXml}.spreadsheetml.sheet`, isOfficeFile("xl")],
	["pptx", `${openXml}.presentationml.presentation`, isOfficeFile("ppt")],
	["zip", "application/zip", isZip],
	["mp3", "audio/mpeg", startsWith("ID3")],
	["mp4", "video/mp4", isMediaFile("isom", "iso2", "mp41", "mp42", "avc1", "M4V ")],
	// The last, because it needs a parser.
	["svg", "image/svg+xml", (bytes) => isDrawing(bytes.toString("utf8"))],
];

/** Length of a file's beginning that `detectFileType` needs, in bytes. */
export const fileHeadBytes = 64 * 1024;

/** Returns the MIME type of a file by its first bytes, or undefined when the type is unknown. */
export function detectFileType(head: Buffer): { type: string; extension: string } | undefined {
	const signature = signatures.find(([, , matches]) => matches(head));
	if (!signature) return undefined;
	const [extension, type] = signature;
	return { extension, type };
}

/** Checks whether `detectFileType` knows an extension. A file with such a name and an unknown type is broken. */
export function isKnownExtension(extension: string): boolean {
	return signatures.some(([known]) => known === extension);
}

/** Checks whether the root element of an XML file is `<svg>`. Only the file's beginning is needed. */
function isDrawing(head: string): boolean {
	let rootName = "";
	const parser = new SaxesParser();
	parser.on("opentagstart", ({ name }) => {
		rootName = name;
		throw new Error("The parser stops at the root element.");
	});
	try {
		parser.write(head);
	} catch {
		// A file that is not XML fails before its first element, so that `rootName` stays empty.
	}
	return /^(?:[\w.-]+:)?svg$/.test(rootName);
}
