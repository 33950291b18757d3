import { isDrawing } from "./inspectDrawing.ts";

type FileType = { type: string; extension: string };

type Signature = FileType & { matches: (bytes: Buffer) => boolean };

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

const signatures: Signature[] = [
	{ type: "image/jpeg", extension: "jpg", matches: starts(0xff, 0xd8, 0xff) },
	{ type: "image/png", extension: "png", matches: starts(0x89, "PNG\r\n", 0x1a, "\n") },
	{ type: "image/gif", extension: "gif", matches: starts("GIF8") },
	{ type: "image/webp", extension: "webp", matches: (bytes) => has("RIFF", 0)(bytes) && has("WEBP", 8)(bytes) },
	{ type: "image/avif", extension: "avif", matches: brand("avif", "avis") },
	{ type: "image/heic", extension: "heic", matches: brand("heic", "heix", "hevc", "mif1", "msf1") },
	{ type: "image/tiff", extension: "tif", matches: (bytes) => starts("II*", 0)(bytes) || starts("MM", 0, "*")(bytes) },
	{ type: "application/pdf", extension: "pdf", matches: starts("%PDF-") },
	{
		type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		extension: "docx",
		matches: office("word"),
	},
	{
		type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		extension: "xlsx",
		matches: office("xl"),
	},
	{
		type: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
		extension: "pptx",
		matches: office("ppt"),
	},
	{ type: "application/zip", extension: "zip", matches: isZip },
	{ type: "audio/mpeg", extension: "mp3", matches: starts("ID3") },
	{ type: "video/mp4", extension: "mp4", matches: brand("isom", "iso2", "mp41", "mp42", "avc1", "M4V ") },
	// Last: it is read, and not only looked at.
	{ type: "image/svg+xml", extension: "svg", matches: (bytes) => isDrawing(bytes.toString("utf8")) },
];

/** How much of a file `typeOf` needs, in bytes. */
export const headLength = 64 * 1024;

/** What a file is by its first bytes, whatever its name or a header says; undefined when it is nothing that is known. */
export function typeOf(head: Buffer): FileType | undefined {
	const found = signatures.find(({ matches }) => matches(head));
	return found && { type: found.type, extension: found.extension };
}

/** Whether an extension is of a type that `typeOf` can tell, so that a file named so in vain is broken. */
export function isKnownExtension(extension: string): boolean {
	return signatures.some((signature) => signature.extension === extension);
}
