/** Error for a file that the site cannot show. Editors see the error's message in the content report. */
export class UnusableFileError extends Error {}

export const drawingType = "image/svg+xml";

const openXml = "application/vnd.openxmlformats-officedocument";

/** File name extensions of the types that browsers may show, by MIME type. */
const extensions: Record<string, string> = {
	"application/pdf": "pdf",
	"application/zip": "zip",
	[`${openXml}.presentationml.presentation`]: "pptx",
	[`${openXml}.spreadsheetml.sheet`]: "xlsx",
	[`${openXml}.wordprocessingml.document`]: "docx",
	"audio/mpeg": "mp3",
	"image/avif": "avif",
	"image/gif": "gif",
	"image/heic": "heic",
	"image/jpeg": "jpg",
	"image/png": "png",
	"image/tiff": "tif",
	"image/webp": "webp",
	"video/mp4": "mp4",
};

/**
 * Returns the file name extension for a linked file. Any other type, such as a web page, gets `bin`, so that browsers
 * download the file instead of showing it.
 */
export function extensionOf(contentType: string | undefined): string {
	return extensions[contentType ?? ""] ?? "bin";
}
