import { open } from "node:fs/promises";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { BinaryFile, Encoding, SiteFile } from "./siteFiles.ts";

/**
 * Answers a GET or HEAD request with a file, as RFC 9110 has it: encodings by q-value, 304 when the client's version is current.
 * With status 404 the file is an error page, always sent whole.
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
		...(text && { Vary: "Accept-Encoding" }),
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
	{ method }: IncomingMessage,
	response: ServerResponse,
	{ diskPath, size }: BinaryFile,
	headers: OutgoingHttpHeaders,
): Promise<void> {
	// Opened before the head is sent: the folder may have been replaced by a later version that lacks the file.
	const handle = await open(diskPath).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== "ENOENT") throw error;
	});
	try {
		const isUnchanged = (await handle?.stat())?.size === size;
		if (!handle || !isUnchanged) return void response.writeHead(404, { "Content-Length": 0 }).end();
		response.writeHead(200, { ...headers, "Content-Length": size });
		if (method === "HEAD") response.end();
		else await pipeline(handle.createReadStream(), response);
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
