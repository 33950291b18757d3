import { SaxesParser } from "saxes";

/** Error for a file that the site cannot show. Editors see the error's message in the content report. */
export class UnusableFileError extends Error {}

type Matcher = (bytes: Buffer) => boolean;

/** Creates a function that checks whether a file begins with the given parts: bytes (numbers) or texts. */
function startsWith(...signature: (number | string)[]): Matcher {
	const parts = signature.map((part) => Buffer.from(typeof part === "string" ? part : [part]));
	const expected = Buffer.concat(parts);
	return (bytes) => bytes.subarray(0, expected.length).equals(expected);
}

/** Creates a function that checks whether a file contains a text at a given offset, in bytes. */
function hasTextAt(offset: number, text: string): Matcher {
	return (bytes) => bytes.toString("latin1", offset, offset + text.length) === text;
}

/** Creates a function that checks whether a file is a RIFF file of a format, such as `WEBP`. */
function isRiff(format: string): Matcher {
	const hasFormat = hasTextAt(8, format);
	return (bytes) => hasTextAt(0, "RIFF")(bytes) && hasFormat(bytes);
}

/** Creates a function that checks whether a file is an ISO base media file of a brand, such as `avif`. */
function isMediaFile(...brands: string[]): Matcher {
	return (bytes) => hasTextAt(4, "ftyp")(bytes) && brands.includes(bytes.toString("latin1", 8, 12));
}

const isZip = startsWith("PK", 3, 4);

/** Creates a function that checks whether a file is an Office file: a ZIP archive with a folder such as `word`. */
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
	// SVG is last, because its check starts an XML parser and is the slowest.
	["svg", "image/svg+xml", (bytes) => isDrawing(bytes.toString("utf8"))],
];

/** Number of bytes from a file's beginning that `detectFileType` needs. */
export const fileHeadBytes = 64 * 1024;

/** Detects the MIME type of a file by its first bytes. Returns undefined when the type is unknown. */
export function detectFileType(head: Buffer): { type: string; extension: string } | undefined {
	const signature = signatures.find(([, , matches]) => matches(head));
	if (!signature) return undefined;
	const [extension, type] = signature;
	return { extension, type };
}

/** Checks whether `detectFileType` can return the given extension, such as `pdf`. */
export function isKnownExtension(extension: string): boolean {
	return signatures.some(([known]) => known === extension);
}

/**
 * Checks whether the root element of an XML file is `<svg>`.
 * @param head beginning of the file
 */
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
		// An error is expected, because the `opentagstart` listener throws to stop the parser.
	}
	return /^(?:[\w.-]+:)?svg$/.test(rootName);
}
