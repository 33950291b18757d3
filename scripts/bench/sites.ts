import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import mime from "mime";
import { type HostRules, headersOf, rulesFile } from "../render/hostRules.ts";

/** Site that the bench serves. */
export type Site = {
	name: "ours" | "rival" | "floor";
	/** Folder with the files: `about.html` or `about/index.html` for the path `/about`. */
	folder: string;
	headersOf: (path: string) => Record<string, string>;
};

/** Response that a site has sent. */
export type Transfer = {
	path: string;
	/** Size of the compressed body. */
	bytes: number;
	/** Whether the browser has fetched it before the visitor followed a link. */
	isSpeculative: boolean;
};

/** Members of Node's requests that HTTP/1 and HTTP/2 share. */
type Request = { url?: string; headers: IncomingHttpHeaders };
type Response = {
	writeHead: (status: number, headers?: Record<string, string>) => unknown;
	end: (body: Buffer) => unknown;
};

/** Path of the page of the floor. The page `/` has nothing but a link to it. */
export const floorPath = "/second";

const textTypes = /^text\/|javascript|json|svg|xml/;

/**
 * Lists the sites that the bench measures: that of a built version, the floor, and the rival.
 * @param version folder of the version, in which the floor is made
 * @param rivalFolder folder of another built site with the same pages
 */
export async function listSites(version: string, rivalFolder?: string): Promise<Site[]> {
	const { headers }: HostRules = JSON.parse(await readFile(join(version, rulesFile), "utf8"));
	const folder = join(version, "client");
	const sites: Site[] = [
		{ name: "ours", folder, headersOf: (path) => headersOf(path, headers) },
		{ name: "floor", folder: await makeFloor(version, folder), headersOf: formatCaching },
	];
	if (rivalFolder) sites.push({ name: "rival", folder: rivalFolder, headersOf: formatCaching });
	return sites;
}

/** Headers of a site without rules: files of Astro with a hash in their name are cached, and pages are revalidated. */
function formatCaching(path: string): Record<string, string> {
	const isHashed = path.startsWith("/_astro/");
	return { "cache-control": isHashed ? "public, max-age=31536000, immutable" : "no-cache" };
}

/** Makes a page that is as light as possible: a text and a picture. Returns its folder. */
async function makeFloor(version: string, client: string): Promise<string> {
	const folder = join(version, "floor");
	await mkdir(folder);
	const media = join(client, "media");
	const pictures = (await readdir(media)).filter((name) => name.endsWith(".avif"));
	const sizes = await Promise.all(
		pictures.map(async (name) => (await stat(join(media, name))).size),
	);
	const distances = sizes.map((size) => Math.abs(size - 20_000));
	const picture = pictures[distances.indexOf(Math.min(...distances))] ?? "";
	const head =
		'<!doctype html><html lang="en"><meta charset="utf-8"><title>Floor</title>' +
		'<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">';
	const image = '<img src="/picture.avif" width="378" height="300" alt="" fetchpriority="high">';
	// Numbers, because repeated words would be compressed to nothing.
	const numbers = Array.from({ length: 1200 }, (_, index) => Math.sin(index + 1).toFixed(5));
	await Promise.all([
		writeFile(join(folder, "picture.avif"), await readFile(join(media, picture))),
		writeFile(join(folder, "index.html"), `${head}<p><a href="${floorPath}">Second page</a>`),
		writeFile(
			join(folder, `${floorPath}.html`),
			`${head}<p>Second page</p>${image}<p>${numbers.join(" ")}`,
		),
	]);
	return folder;
}

/** Returns a request listener that sends files, compressed and with entity tags, and records what it sends. */
export function createResponder({ folder, headersOf }: Site, transfers: Transfer[] = []) {
	const files = new Map<string, ReturnType<typeof readSiteFile>>();
	return ({ url = "/", headers }: Request, response: Response): void => {
		const { pathname: path } = new URL(url, "http://localhost");
		if (!files.has(path)) files.set(path, readSiteFile(folder, decodeURIComponent(path)));
		const file = files.get(path);
		const isSpeculative = String(headers["sec-purpose"]).includes("prefetch");
		const isCurrent = file && headers["if-none-match"] === file.headers.etag;
		const body = file && !isCurrent ? file.body : Buffer.of();
		transfers.push({ path, bytes: body.length, isSpeculative });
		if (file) response.writeHead(isCurrent ? 304 : 200, { ...file.headers, ...headersOf(path) });
		else response.writeHead(404);
		response.end(body);
	};
}

function readSiteFile(folder: string, path: string) {
	const names = [path, `${path.replace(/\/$/, "")}.html`, join(path, "index.html")];
	const file = names
		.filter((name) => /\.\w+$/.test(name))
		.map((name) => join(folder, name))
		.find((name) => existsSync(name));
	if (!file) return undefined;
	const raw = readFileSync(file);
	const type = mime.getType(file) ?? "application/octet-stream";
	const isText = textTypes.test(type);
	const body = isText ? brotliCompressSync(raw) : raw;
	const headers: Record<string, string> = { "content-type": type, etag: `"${hash("md5", body)}"` };
	if (isText) headers["content-encoding"] = "br";
	return { body, headers };
}
