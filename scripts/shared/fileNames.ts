/** Maximum length of a file's name on Linux and macOS, in bytes. */
const maxNameBytes = 255;

/** Shortens a file's name to the length that file systems allow. Keeps the extension and whole characters. */
export function shortenFileName(name: string): string {
	if (Buffer.byteLength(name) <= maxNameBytes) return name;
	const [extension = ""] = /\.\w{1,8}$/.exec(name) ?? [];
	const stem = Buffer.from(name.slice(0, name.length - extension.length));
	// With `stream`, the decoder leaves out an incomplete character at the end.
	const kept = new TextDecoder().decode(stem.subarray(0, maxNameBytes - extension.length), {
		stream: true,
	});
	return kept + extension;
}

/**
 * Converts an editor's file name to a name that file systems, hosts and browsers accept. Netlify refuses `#` and `?`,
 * and Windows refuses the other replaced characters.
 */
export function toSafeFileName(name: string): string {
	const visible = name.normalize("NFC").replace(/[\p{C}"#%*/:<>?\\|]/gu, "_");
	const [trimmed = "file"] = /[^\s.](.*[^\s.])?/s.exec(visible) ?? [];
	return shortenFileName(trimmed);
}
