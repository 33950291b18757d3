import { open } from "node:fs/promises";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { BinaryFile, Encoding, SiteFile } from "./siteFiles.ts";

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
	const text = "content" in file ? file : undefined;
	const encoding = text && preferredEncoding(request.headers["accept-encoding"], [...text.compressed.keys()]);
	// A strong ETag names exact bytes, so each encoding has its own, and one whose bytes will change has a weak one.
	const etag = encoding ? `"${file.version}-${encoding}"` : `"${file.version}"`;
	const isWeak = encoding && !text.isCompressedWell;
	const headers: OutgoingHttpHeaders = {
		"Cache-Control": "no-cache",
		...file.headers,
		ETag: isWeak ? `W/${etag}` : etag,
		...(text ? { Vary: "Accept-Encoding" } : { "Accept-Ranges": "bytes" }),
	};
	if (status === 200 && matches(request.headers["if-none-match"], etag)) {
		response.writeHead(304, headers).end();
		return;
	}
	headers["Content-Type"] = file.contentType;
	if ("diskPath" in file) return sendBinary(request, response, file, headers);
	if (encoding) headers["Content-Encoding"] = encoding;
	const body = (encoding && file.compressed.get(encoding)) ?? file.content;
	headers["Content-Length"] = body.length;
	response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
}

async function sendBinary(
	{ method, headers: asked }: IncomingMessage,
	response: ServerResponse,
	file: BinaryFile,
	headers: OutgoingHttpHeaders,
): Promise<void> {
	const wantsRange = method === "GET" && [undefined, headers.ETag].includes(asked["if-range"]);
	const range = wantsRange ? parseRange(asked.range, file.size) : undefined;
	if (range === "unsatisfiable") {
		response.writeHead(416, { "Content-Range": `bytes */${file.size}`, "Content-Length": 0 }).end();
		return;
	}
	if (range) headers["Content-Range"] = `bytes ${range.start}-${range.end}/${file.size}`;
	headers["Content-Length"] = range ? range.end - range.start + 1 : file.size;

	// Opened before the head is sent: the folder may have been replaced by a later version that lacks the file.
	const handle = await open(file.diskPath).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== "ENOENT") throw error;
	});
	try {
		const isUnchanged = (await handle?.stat())?.size === file.size;
		if (!handle || !isUnchanged) {
			response.writeHead(404, { "Content-Length": 0 }).end();
			return;
		}
		response.writeHead(range ? 206 : 200, headers);
		if (method === "HEAD" || file.size === 0) response.end();
		else await pipeline(handle.createReadStream(range), response);
	} catch (error) {
		// A visitor who leaves, half-way or before the start, is no fault.
		if (!visitorLeft.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
	} finally {
		await handle?.close();
	}
}

const visitorLeft = ["ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_UNABLE_TO_PIPE", "ECONNRESET", "EPIPE"];

/**
 * The encoding to use out of `available`, which are in our order of preference; undefined for none.
 * Without `Accept-Encoding`, and when it refuses everything, the plain content is sent.
 */
export function preferredEncoding(header = "", available: Encoding[]): Encoding | undefined {
	const parts = header.toLowerCase().split(",");
	const weights = new Map(
		parts.map((part) => {
			const [name = "", q = "1"] = part.trim().split(/\s*;\s*q=/);
			return [name, Number(q) || 0];
		}),
	);
	const weigh = (encoding: string) => weights.get(encoding) ?? weights.get("*") ?? 0;
	const [best] = available.toSorted((a, b) => weigh(b) - weigh(a));
	// Plain content that is not mentioned is acceptable, but liked less than anything that is.
	return best && weigh(best) > 0 && weigh(best) >= (weights.get("identity") ?? 0) ? best : undefined;
}

/** Whether an `If-None-Match` header names the version; compared weakly, as RFC 9110 asks. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
	const versions = ifNoneMatch?.split(",").map((version) => version.trim().replace(/^W\//, "")) ?? [];
	return versions.includes(etag) || versions.includes("*");
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
	if (!first && !last) return undefined;
	if (first && last && Number(last) < Number(first)) return undefined;
	const start = first ? Number(first) : Math.max(size - Number(last), 0);
	const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
	return start < size ? { start, end } : "unsatisfiable";
}
