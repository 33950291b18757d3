import { type FileHandle, open } from "node:fs/promises";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { BinaryFile, Encoding, SiteFile, TextFile } from "./siteFiles.ts";

/**
 * Answers a GET or HEAD request with a file, as RFC 9110 has it: encodings by q-value, 304 when the client's version is current, and
 * for binary files single byte ranges. With status 404 the file is an error page, always sent whole.
 */
export async function sendFile(
	request: IncomingMessage,
	response: ServerResponse,
	file: SiteFile,
	status: 200 | 404 = 200,
): Promise<void> {
	if ("content" in file) sendText(request, response, file, status);
	else await sendBinary(request, response, file);
}

function sendText(request: IncomingMessage, response: ServerResponse, file: TextFile, status: 200 | 404): void {
	const encoding = preferredEncoding(request.headers["accept-encoding"], [...file.compressed.keys()]);
	const form = encoding && file.compressed.get(encoding);
	const body = form?.bytes ?? file.content;
	const etag = encoding ? `"${file.version}-${encoding}"` : `"${file.version}"`;
	const headers: OutgoingHttpHeaders = {
		"Cache-Control": file.cacheControl,
		...file.headers,
		Vary: "Accept-Encoding",
		// A strong ETag names exact bytes, so each encoding has its own, and one whose bytes will change has a weak one.
		ETag: form?.isWeak ? `W/${etag}` : etag,
	};
	if (status === 200 && matches(request.headers["if-none-match"], etag)) {
		response.writeHead(304, headers).end();
		return;
	}
	if (encoding) headers["Content-Encoding"] = encoding;
	headers["Content-Type"] = file.contentType;
	headers["Content-Length"] = body.length;
	response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
}

async function sendBinary(request: IncomingMessage, response: ServerResponse, file: BinaryFile): Promise<void> {
	const etag = `"${file.version}"`;
	const headers: OutgoingHttpHeaders = {
		"Cache-Control": file.cacheControl,
		...file.headers,
		ETag: etag,
		"Accept-Ranges": "bytes",
	};
	if (matches(request.headers["if-none-match"], etag)) {
		response.writeHead(304, headers).end();
		return;
	}
	headers["Content-Type"] = file.contentType;
	const ifRange = request.headers["if-range"];
	const wantsRange = request.method === "GET" && (ifRange === undefined || ifRange === etag);
	const range = wantsRange ? parseRange(request.headers.range, file.size) : undefined;
	if (range === "unsatisfiable") {
		response.writeHead(416, { "Content-Range": `bytes */${file.size}`, "Content-Length": 0 }).end();
		return;
	}
	if (range) headers["Content-Range"] = `bytes ${range.start}-${range.end}/${file.size}`;
	headers["Content-Length"] = range ? range.end - range.start + 1 : file.size;

	// Opened before the head is sent: the folder may have been replaced by a later version that lacks the file.
	const handle = await openUnchanged(file);
	if (!handle) {
		response.writeHead(404, { "Content-Length": 0 }).end();
		return;
	}
	response.writeHead(range ? 206 : 200, headers);
	if (request.method === "HEAD" || file.size === 0) {
		await handle.close();
		response.end();
		return;
	}
	try {
		await pipeline(handle.createReadStream(range), response);
	} catch (error) {
		// A visitor who leaves, half-way or before the start, is no fault.
		if (!visitorLeft.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
	} finally {
		await handle.close();
	}
}

const visitorLeft = ["ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_UNABLE_TO_PIPE", "ECONNRESET", "EPIPE"];

async function openUnchanged(file: BinaryFile): Promise<FileHandle | undefined> {
	let handle: FileHandle;
	try {
		handle = await open(file.diskPath);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
	if ((await handle.stat()).size === file.size) return handle;
	await handle.close();
	return undefined;
}

/**
 * The encoding to use out of `available`, which are in our order of preference; undefined for none.
 * Without `Accept-Encoding`, and when it refuses everything, the plain content is sent.
 */
export function preferredEncoding(acceptEncoding: string | undefined, available: Encoding[]): Encoding | undefined {
	const weights = new Map<string, number>();
	for (const part of (acceptEncoding ?? "").toLowerCase().split(",")) {
		const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
		const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
		const weight = q === undefined ? 1 : Number(q);
		if (name) weights.set(name, Number.isNaN(weight) ? 0 : weight);
	}
	const any = weights.get("*");
	let best: Encoding | undefined;
	// Plain content that is not mentioned is acceptable, but liked less than anything that is.
	let bestWeight = weights.get("identity") ?? 0;
	for (const encoding of available) {
		const weight = weights.get(encoding) ?? any ?? 0;
		// At equal weight the smaller form wins over plain content, and the earlier of two encodings.
		if (weight > bestWeight || (weight === bestWeight && weight > 0 && best === undefined)) {
			best = encoding;
			bestWeight = weight;
		}
	}
	return best;
}

/** Whether an `If-None-Match` header names the version; compared weakly, as RFC 9110 asks. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
	if (ifNoneMatch === undefined) return false;
	return ifNoneMatch.split(",").some((part) => {
		const candidate = part.trim().replace(/^W\//, "");
		return candidate === etag || candidate === "*";
	});
}

/**
 * A `Range` header with one range of bytes, both ends included; undefined when the whole file is to be sent, as for several
 * ranges and for what is no range of bytes.
 */
export function parseRange(
	header: string | undefined,
	size: number,
): { start: number; end: number } | "unsatisfiable" | undefined {
	const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
	if (first === "" && last === "") return undefined;
	if (first === "") {
		const length = Math.min(Number(last), size);
		return length > 0 ? { start: size - length, end: size - 1 } : "unsatisfiable";
	}
	const start = Number(first);
	if (last !== "" && Number(last) < start) return undefined;
	if (start >= size) return "unsatisfiable";
	return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
