import mime from "mime";

/** Returns the value of the header `Content-Type` for a file, from the extension of the file's name. */
export function contentTypeOf(path: string): string {
	const type = mime.getType(path) ?? "application/octet-stream";
	return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}
