import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import { lookup, mimes } from "mrmime";
import pMap from "p-map";
import { addressOf } from "../render/addresses.ts";
import { headersFile, headersOf, parseHeaders, parseRedirectRules, redirectsFile } from "../render/hostRules.ts";
import { listFiles } from "../shared/listFiles.ts";

export type Encoding = "br" | "gzip";

type FileHead = {
	contentType: string;
	/** Headers from the host's rules. */
	headers: Record<string, string>;
	/** First characters of the content's SHA-256, without the quotes; 96 bits are plenty to tell the versions of one file apart. */
	version: string;
};

/** Held in memory. A compressed form is there only when it is smaller, the preferred one first. */
export type TextFile = FileHead & {
	content: Buffer;
	compressed: Map<Encoding, Buffer>;
	/** False while smaller forms are still to be made. */
	isCompressedWell: boolean;
};

/** Read from disk when asked for: pictures and fonts are many, large and already compressed. */
export type BinaryFile = FileHead & { diskPath: string; size: number };

export type SiteFile = TextFile | BinaryFile;

/** Files and redirects of one version of the site. */
export type SiteFiles = {
	/** Files by decoded address, such as `/ru/about` and `/assets/x.css`. */
	byAddress: ReadonlyMap<string, SiteFile>;
	/** Targets of the addresses of an earlier site, by their `redirectKey`. */
	redirects: ReadonlyMap<string, string>;
};

/** Files of a server that has no site yet. */
export const noFiles: SiteFiles = { byAddress: new Map(), redirects: new Map() };

// The one kind that the library does not know.
mimes.ico = "image/x-icon";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Loads a folder of finished files: `about.html` becomes `/about`, `index.html` and `ru/index.html` become `/` and `/ru`,
 * all others keep their path. Links to other places on the disk are left out. Text is compressed quickly, see
 * `compressWell`. Throws when the folder cannot be read.
 * @param known the files of another version, of which those that have the same content are taken as they are
 */
export async function loadSiteFiles(folder: string, known: SiteFiles = noFiles): Promise<SiteFiles> {
	const paths = (await listFiles(folder)).filter((path) => path !== headersFile && path !== redirectsFile);
	const read = (name: string) => readFile(join(folder, name), "utf8").catch(() => "");
	const rules = parseHeaders(await read(headersFile));
	const redirects = parseRedirectRules(await read(redirectsFile));
	const load = async (path: string) => {
		const address = addressOf(path);
		const before = known.byAddress.get(address);
		const file = before && isNamedByContent(path) ? before : await loadFile(folder, path, before);
		const place = "diskPath" in file && { diskPath: join(folder, path) };
		return [address, { ...file, ...place, headers: headersOf(address, rules) }] as const;
	};
	return { byAddress: new Map(await pMap(paths, load, { concurrency: 16 })), redirects };
}

/**
 * Compresses the text among files as well as can be, one file after the other, so that there is time for other work.
 * Each is sent in its new form from then on.
 */
export async function compressWell(files: SiteFiles, signal?: AbortSignal): Promise<void> {
	for (const file of files.byAddress.values()) {
		if (signal?.aborted) return;
		if ("content" in file && !file.isCompressedWell) await compress(file, "well");
	}
}

/** Whether a path or address is of bundled code or prepared media, which have a hash of their content in their name. */
export const isNamedByContent = (path: string) => /^\/?(assets|media)\//.test(path);

/** Loads one file, by its path under a folder. It is `before` where that has the same content. Throws when it cannot be read. */
export async function loadFile(folder: string, path: string, before?: SiteFile): Promise<SiteFile> {
	const diskPath = join(folder, path);
	const content = await readFile(diskPath);
	const version = hash("sha256", content, "base64url").slice(0, 16);
	if (before?.version === version) return before;
	const type = lookup(path) ?? "application/octet-stream";
	const head = {
		contentType: type.startsWith("text/") ? `${type}; charset=utf-8` : type,
		headers: {},
		version,
	};
	if (!/^text\/|[/+](json|xml)$/.test(type)) return { ...head, diskPath, size: content.length };
	const file: TextFile = { ...head, content, compressed: new Map(), isCompressedWell: false };
	await compress(file, "quickly");
	return file;
}

/** Gives a file its compressed forms, those that are smaller than its content. */
async function compress(file: TextFile, how: "quickly" | "well"): Promise<void> {
	const params = {
		[zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
		// 5 takes a fortieth of the time of 11, for files a tenth larger.
		[zlib.BROTLI_PARAM_QUALITY]: how === "well" ? 11 : 5,
		[zlib.BROTLI_PARAM_SIZE_HINT]: file.content.length,
	};
	const [br, gzipped] = await Promise.all([toBrotli(file.content, { params }), toGzip(file.content, { level: 9 })]);
	if (br.length < file.content.length) file.compressed.set("br", br);
	if (gzipped.length < file.content.length) file.compressed.set("gzip", gzipped);
	file.isCompressedWell = how === "well";
}
