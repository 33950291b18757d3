import { type FileHandle, open } from "node:fs/promises";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { BinaryFile, Encoding, SiteFile, TextFile } from "./siteFiles.ts";

/** Responds to a GET or HEAD request with a file, or with 304 when the client's copy is current (RFC 9110). */
export async function sendFile(
	request: IncomingMessage,
	response: ServerResponse,
	file: SiteFile,
	status: 200 | 404 = 200,
): Promise<void> {
	const quotedVersion = `"${file.version}"`;
	const isText = "content" in file;
	const headers: OutgoingHttpHeaders = {
		"Cache-Control": "no-cache",
		...file.headers,
		// A weak ETag, because all encodings of the content share it.
		ETag: `W/${quotedVersion}`,
	};
	if (isText) headers.Vary = "Accept-Encoding";
	const { "if-none-match": knownVersions = "", "accept-encoding": accepted } = request.headers;
	// `If-None-Match` is `*` or a list such as `W/"a", W/"b"`.
	const isCurrent = knownVersions === "*" || knownVersions.includes(quotedVersion);
	if (status === 200 && isCurrent) {
		response.writeHead(304, headers).end();
		return;
	}
	headers["Content-Type"] = file.contentType;
	if (!isText) return sendBinary(request, response, file, headers);
	const encoding = chooseEncoding(accepted, file);
	if (encoding) headers["Content-Encoding"] = encoding;
	const body = (encoding && file.compressed.get(encoding)) ?? file.content;
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

async function sendBinary(
	{ method }: IncomingMessage,
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
		response.writeHead(200, { ...headers, "Content-Length": size });
		if (method === "HEAD") response.end();
		else await pipeline(handle.createReadStream(), response);
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
