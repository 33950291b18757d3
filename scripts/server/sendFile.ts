import { type FileHandle, open } from "node:fs/promises";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { BinaryFile, Encoding, SiteFile, TextFile } from "./siteFiles.ts";

/**
 * Responds to a GET or HEAD request with a file, with the requested part of a binary file, or with 304 when the client's
 * copy is current (RFC 9110).
 */
export async function sendFile(
	request: IncomingMessage,
	response: ServerResponse,
	file: SiteFile,
	status: 200 | 404 = 200,
): Promise<void> {
	const quotedHash = `"${file.fileHash}"`;
	const isText = "body" in file;
	const headers: OutgoingHttpHeaders = {
		"Cache-Control": "no-cache",
		...file.headers,
		// Weak for texts, because all encodings of a text share it.
		ETag: isText ? `W/${quotedHash}` : quotedHash,
	};
	if (isText) headers.Vary = "Accept-Encoding";
	// Safari plays sound and film only with ranges. Texts do not need them.
	else headers["Accept-Ranges"] = "bytes";
	const { "if-none-match": knownHashes = "", "accept-encoding": accepted } = request.headers;
	// `If-None-Match` is `*` or a list such as `W/"a", W/"b"`.
	const isCurrent = knownHashes === "*" || knownHashes.includes(quotedHash);
	if (status === 200 && isCurrent) {
		response.writeHead(304, headers).end();
		return;
	}
	headers["Content-Type"] = file.contentType;
	if (!isText) return sendBinary(request, response, file, headers);
	const encoding = chooseEncoding(accepted, file);
	if (encoding) headers["Content-Encoding"] = encoding;
	const body = (encoding && file.compressed.get(encoding)) ?? file.body;
	headers["Content-Length"] = body.length;
	response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
}

/**
 * Returns our preferred encoding among those that the header `Accept-Encoding` accepts. A weight of 0 (`q=0`) means
 * that the client does not accept an encoding.
 */
function chooseEncoding(header = "", { compressed }: TextFile): Encoding | undefined {
	const items = header.toLowerCase().split(",");
	const acceptedItems = items.filter((item) => !/;\s*q=0(\.0*)?\s*$/.test(item));
	const accepted = acceptedItems.map((item) => item.split(";")[0]?.trim());
	return [...compressed.keys()].find((encoding) => accepted.includes(encoding));
}

/** Part of a file, in bytes from 0. `last` belongs to the part. */
type ByteRange = { first: number; last: number };

/**
 * Returns the part of a file that a request asks for (RFC 9110, 14). Returns undefined when the whole file must be sent.
 * Several ranges at once count as none, as the RFC allows.
 */
function chooseRange(
	{ method, headers }: IncomingMessage,
	etag: string,
	size: number,
): ByteRange | "unsatisfiable" | undefined {
	const { range = "", "if-range": expectedEtag = etag } = headers;
	// `If-Range` can also be a date, which matches no file because the server sends no `Last-Modified`.
	if (method !== "GET" || expectedEtag !== etag || size === 0) return undefined;
	const suffix = /^bytes=-(?<length>\d+)$/.exec(range)?.groups;
	if (suffix) {
		const length = Number(suffix.length);
		return length === 0 ? "unsatisfiable" : { first: Math.max(size - length, 0), last: size - 1 };
	}
	const bounds = /^bytes=(?<first>\d+)-(?<last>\d*)$/.exec(range)?.groups;
	if (!bounds) return undefined;
	const first = Number(bounds.first);
	const last = bounds.last ? Number(bounds.last) : size - 1;
	if (first >= size) return "unsatisfiable";
	return last < first ? undefined : { first, last: Math.min(last, size - 1) };
}

async function sendBinary(
	request: IncomingMessage,
	response: ServerResponse,
	{ diskPath, size }: BinaryFile,
	headers: OutgoingHttpHeaders,
): Promise<void> {
	// Opens the file before sending headers, so that a missing file can get a 404.
	const handle = await openIfExists(diskPath);
	try {
		const stats = await handle?.stat();
		// Publishing a newer version may have removed or replaced the file.
		if (!handle || stats?.size !== size) {
			response.writeHead(404, { "Content-Length": 0 }).end();
			return;
		}
		const range = chooseRange(request, String(headers.ETag), size);
		if (range === "unsatisfiable") {
			response.writeHead(416, { "Content-Range": `bytes */${size}`, "Content-Length": 0 }).end();
			return;
		}
		headers["Content-Length"] = size;
		if (range) {
			headers["Content-Length"] = range.last - range.first + 1;
			headers["Content-Range"] = `bytes ${range.first}-${range.last}/${size}`;
		}
		response.writeHead(range ? 206 : 200, headers);
		if (request.method === "HEAD") response.end();
		else await pipeline(handle.createReadStream({ start: range?.first, end: range?.last }), response);
	} catch (error) {
		if (!isDisconnection(error)) throw error;
	} finally {
		await handle?.close();
	}
}

async function openIfExists(path: string): Promise<FileHandle | undefined> {
	try {
		return await open(path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
}

const disconnectionCodes = ["ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_UNABLE_TO_PIPE", "ECONNRESET", "EPIPE"];

/** Checks whether an error means that the client has closed the connection. This is not a fault of the server. */
function isDisconnection(error: unknown): boolean {
	return disconnectionCodes.includes((error as NodeJS.ErrnoException).code ?? "");
}
