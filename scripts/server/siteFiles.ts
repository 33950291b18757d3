import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import pMap from "p-map";
import { addressOf, hasHashedName } from "../render/addresses.ts";
import { headersFile, headersOf, parseHeaders, parseRedirectRules, redirectsFile } from "../render/hostRules.ts";
import { contentTypeOf } from "../shared/contentTypes.ts";
import { listFiles } from "../shared/listFiles.ts";

export type Encoding = "br" | "gzip";

type FileHead = {
	contentType: string;
	/** Response headers for the file's URL path, from the site's `_headers` file. */
	headers: Record<string, string>;
	/** First 16 base64url characters (96 bits) of the body's SHA-256, for the ETag. */
	fileHash: string;
};

/** Text file, held in memory. */
export type TextFile = FileHead & {
	body: Buffer;
	/** Compressed body by encoding, in order of preference. Contains only encodings that reduce the size. */
	compressed: Map<Encoding, Buffer>;
};

/** File such as a picture or font, which is read from disk at each request to save memory. */
export type BinaryFile = FileHead & { diskPath: string; size: number };

export type SiteFile = TextFile | BinaryFile;

export type SiteFiles = {
	/** Files by decoded URL path, such as `/ru/about` and `/assets/x.js`. */
	byAddress: ReadonlyMap<string, SiteFile>;
	/**
	 * Redirects from the owner's previous website. Each key is an old path as `toRedirectKey` normalises it, and each
	 * value a canonical path.
	 */
	redirects: ReadonlyMap<string, string>;
};

/** Empty set of files, for a server that has no version of the site yet. */
export const emptySiteFiles: SiteFiles = { byAddress: new Map(), redirects: new Map() };

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Loads a folder with a built site, and reuses unchanged files of another version.
 * @throws when the folder cannot be read
 */
export async function loadSiteFiles(folder: string, reusable: SiteFiles = emptySiteFiles): Promise<SiteFiles> {
	const paths = (await listFiles(folder)).filter((path) => path !== headersFile && path !== redirectsFile);
	const read = (name: string) => readFile(join(folder, name), "utf8").catch(() => "");
	const rules = parseHeaders(await read(headersFile));
	const redirects = parseRedirectRules(await read(redirectsFile));
	const load = async (path: string): Promise<[address: string, file: SiteFile]> => {
		const address = addressOf(path);
		const previous = reusable.byAddress.get(address);
		// A hashed name identifies the content, so a file with the same hashed name has the same content.
		const isUnchanged = previous !== undefined && hasHashedName(path);
		const file = isUnchanged ? previous : await loadFile(folder, path, previous);
		const headers = headersOf(address, rules);
		// Replaces a reused file's `diskPath`, because it leads into another version's folder, which may be deleted.
		if ("diskPath" in file) return [address, { ...file, headers, diskPath: join(folder, path) }];
		return [address, { ...file, headers }];
	};
	return { byAddress: new Map(await pMap(paths, load, { concurrency: 16 })), redirects };
}

/**
 * Loads a file from disk, or returns `previous` when both have the same content.
 * @throws when the file cannot be read
 */
export async function loadFile(folder: string, path: string, previous?: SiteFile): Promise<SiteFile> {
	const diskPath = join(folder, path);
	const body = await readFile(diskPath);
	const fileHash = hash("sha256", body, "base64url").slice(0, 16);
	if (previous?.fileHash === fileHash) return previous;
	const contentType = contentTypeOf(path);
	const head = { contentType, headers: {}, fileHash };
	const isText = /^text\/|[/+](json|xml)$/.test(contentType);
	if (!isText) return { ...head, diskPath, size: body.length };
	return { ...head, body, compressed: await compress(body) };
}

/** Quality of Brotli: the highest, 11, takes twice the time for output that is 2 % smaller. */
const brotliQuality = 10;

async function compress(body: Buffer): Promise<Map<Encoding, Buffer>> {
	const params = {
		[zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
		[zlib.BROTLI_PARAM_QUALITY]: brotliQuality,
		[zlib.BROTLI_PARAM_SIZE_HINT]: body.length,
	};
	const [br, gzipped] = await Promise.all([toBrotli(body, { params }), toGzip(body)]);
	const compressed = new Map<Encoding, Buffer>();
	if (br.length < body.length) compressed.set("br", br);
	if (gzipped.length < body.length) compressed.set("gzip", gzipped);
	return compressed;
}
