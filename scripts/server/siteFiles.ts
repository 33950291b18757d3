import { createHash, hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual, promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import { addressOf } from "../render/addresses.ts";
import { headersFile, headersOf, parseHeaders } from "../render/hostRules.ts";
import { listFiles } from "../shared/listFiles.ts";

export type Encoding = "br" | "gzip";

type FileHead = {
	contentType: string;
	cacheControl: string;
	/** What the host's rules add. */
	headers: Record<string, string>;
	/** First characters of the content's SHA-256, without the quotes. */
	version: string;
};

/** A compressed form is weak while a smaller one of the same content is being made. */
type CompressedForm = { bytes: Buffer; isWeak: boolean };

/** Held in memory. A compressed form is there only when it is smaller. */
export type TextFile = FileHead & { content: Buffer; compressed: Map<Encoding, CompressedForm> };

/** Read from disk when asked for: pictures and fonts are many, large and already compressed. */
export type BinaryFile = FileHead & { diskPath: string; size: number };

export type SiteFile = TextFile | BinaryFile;

/** One version of the site: its files by decoded address (`/ru/about`, `/assets/x.css`). What they say never changes. */
export type SiteFiles = ReadonlyMap<string, SiteFile>;

const textTypes: Record<string, string> = {
	".html": "text/html; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".json": "application/json",
	".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
	".xml": "application/xml",
};

const binaryTypes: Record<string, string> = {
	".avif": "image/avif",
	".gif": "image/gif",
	".ico": "image/x-icon",
	".jpeg": "image/jpeg",
	".jpg": "image/jpeg",
	".mp4": "video/mp4",
	".pdf": "application/pdf",
	".png": "image/png",
	".webp": "image/webp",
	".woff": "font/woff",
	".woff2": "font/woff2",
};

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Loads a folder of finished files: `about.html` becomes `/about`, `index.html` and `ru/index.html` become `/` and `/ru`,
 * all others keep their path. Links to other places on the disk are left out. Text is compressed quickly, see
 * `compressWell`. Throws when the folder cannot be read.
 * @param known the files of another version, of which those that are named by their content are taken as they are
 */
export async function loadSiteFiles(folder: string, known: SiteFiles = new Map()): Promise<SiteFiles> {
	const paths = (await listFiles(folder)).filter((path) => path !== headersFile);
	const rules = parseHeaders(await readFile(join(folder, headersFile), "utf8").catch(() => ""));
	const load = async (path: string) => {
		const address = addressOf(path);
		const headers = headersOf(address, rules);
		const same = isNamedByContent(path) ? known.get(address) : undefined;
		if (!same || !isDeepStrictEqual(same.headers, headers)) {
			return [address, await loadFile(folder, path, headers)] as const;
		}
		return [address, "diskPath" in same ? { ...same, diskPath: join(folder, path) } : same] as const;
	};
	return new Map(await Promise.all(paths.map(load)));
}

/**
 * Compresses the text among files as well as can be, one file after the other, so that there is time for other work.
 * Each is sent in its new form from then on.
 */
export async function compressWell(files: SiteFiles, signal?: AbortSignal): Promise<void> {
	for (const file of files.values()) {
		const isCompressed = "content" in file && [...file.compressed.values()].some(({ isWeak }) => isWeak);
		if (isCompressed) await compress(file, "well");
		if (signal?.aborted) return;
	}
}

/** Whether a path or address is of bundled code or prepared media, which have a hash of their content in their name. */
export const isNamedByContent = (path: string) => /^\/?(assets|media)\//.test(path);

/** Loads one file, by its path under a folder, with headers of its own. Throws when it cannot be read. */
export async function loadFile(folder: string, path: string, headers: Record<string, string> = {}): Promise<SiteFile> {
	const diskPath = join(folder, path);
	const extension = extname(path).toLowerCase();
	const cacheControl = isNamedByContent(path) ? "public, max-age=31536000, immutable" : "no-cache";
	const textType = textTypes[extension];
	if (textType === undefined) {
		const sha256 = createHash("sha256");
		const [{ size }] = await Promise.all([stat(diskPath), pipeline(createReadStream(diskPath), sha256)]);
		const contentType = binaryTypes[extension] ?? "application/octet-stream";
		return { contentType, cacheControl, headers, version: shorten(sha256.digest("base64url")), diskPath, size };
	}
	const content = await readFile(diskPath);
	const version = shorten(hash("sha256", content, "base64url"));
	const file: TextFile = { contentType: textType, cacheControl, headers, version, content, compressed: new Map() };
	await compress(file, "quickly");
	return file;
}

/** 96 bits are plenty to tell the versions of one file apart. */
function shorten(digest: string): string {
	return digest.slice(0, 16);
}

/** Brotli 5 takes a fortieth of the time of 11, for files a tenth larger. */
const qualities = { quickly: { brotli: 5, gzip: 6 }, well: { brotli: 11, gzip: 9 } };

/** Gives a file its compressed forms, those that are smaller than its content. */
async function compress({ content, compressed }: TextFile, how: keyof typeof qualities): Promise<void> {
	const { brotli, gzip: level } = qualities[how];
	const forms = await Promise.all([
		toBrotli(content, {
			params: {
				[zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
				[zlib.BROTLI_PARAM_QUALITY]: brotli,
				[zlib.BROTLI_PARAM_SIZE_HINT]: content.length,
			},
		}).then((bytes) => ["br", bytes] as const),
		toGzip(content, { level }).then((bytes) => ["gzip", bytes] as const),
	]);
	for (const [encoding, bytes] of forms) {
		const present = compressed.get(encoding)?.bytes ?? content;
		if (bytes.length < present.length) compressed.set(encoding, { bytes, isWeak: how === "quickly" });
		else if (present !== content) compressed.set(encoding, { bytes: present, isWeak: false });
	}
}
