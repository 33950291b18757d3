import { SaxesParser } from "saxes";

/** A file that the site cannot show. The message says why, as the problem of a row of the report. */
export class UnusableFileError extends Error {}

const starts = (...signature: (number | string)[]) => {
	const expected = Buffer.concat(signature.map((part) => Buffer.from(typeof part === "string" ? part : [part])));
	return (bytes: Buffer) => bytes.subarray(0, expected.length).equals(expected);
};
const has = (text: string, from: number) => (bytes: Buffer) =>
	bytes.toString("latin1", from, from + text.length) === text;
/** Office files are ZIP archives, told apart by the folders in them. */
const office = (folder: string) => (bytes: Buffer) => isZip(bytes) && bytes.includes(`${folder}/`);
const isZip = starts("PK", 3, 4);
const brand = (...brands: string[]) => {
	const isBox = has("ftyp", 4);
	return (bytes: Buffer) => isBox(bytes) && brands.includes(bytes.toString("latin1", 8, 12));
};

const openXml = "application/vnd.openxmlformats-officedocument";

const signatures: [extension: string, type: string, matches: (bytes: Buffer) => boolean][] = [
	["jpg", "image/jpeg", starts(0xff, 0xd8, 0xff)],
	["png", "image/png", starts(0x89, "PNG\r\n", 0x1a, "\n")],
	["gif", "image/gif", starts("GIF8")],
	["webp", "image/webp", (bytes) => has("RIFF", 0)(bytes) && has("WEBP", 8)(bytes)],
	["avif", "image/avif", brand("avif", "avis")],
	["heic", "image/heic", brand("heic", "heix", "hevc", "mif1", "msf1")],
	["tif", "image/tiff", (bytes) => starts("II*", 0)(bytes) || starts("MM", 0, "*")(bytes)],
	["pdf", "application/pdf", starts("%PDF-")],
	["docx", `${openXml}.wordprocessingml.document`, office("word")],
	["xlsx", `${openXml}.spreadsheetml.sheet`, office("xl")],
	["pptx", `${openXml}.presentationml.presentation`, office("ppt")],
	["zip", "application/zip", isZip],
	["mp3", "audio/mpeg", starts("ID3")],
	["mp4", "video/mp4", brand("isom", "iso2", "mp41", "mp42", "avc1", "M4V ")],
	// Last: it is read, and not only looked at.
	["svg", "image/svg+xml", (bytes) => isDrawing(bytes.toString("utf8"))],
];

/** Length of the file's beginning that `typeOf` needs, in bytes. */
export const headLength = 64 * 1024;

/** Returns the type of a file by its first bytes, or undefined when the type is unknown. */
export function typeOf(head: Buffer): { type: string; extension: string } | undefined {
	const [extension, type] = signatures.find(([, , matches]) => matches(head)) ?? [];
	return extension && type ? { extension, type } : undefined;
}

/** Whether an extension is of a type that `typeOf` can tell, so that a file named so in vain is broken. */
export function isKnownExtension(extension: string): boolean {
	return signatures.some(([known]) => known === extension);
}

/** Whether the first element of a text is that of a drawing, whatever comes before it. */
function isDrawing(head: string): boolean {
	let first = "";
	const parser = new SaxesParser();
	parser.on("opentagstart", ({ name }) => {
		first = name;
		throw new Error("The rest does not matter.");
	});
	try {
		parser.write(head);
	} catch {
		// A file that is not XML fails before its first element.
	}
	return /^(?:[\w.-]+:)?svg$/.test(first);
}
