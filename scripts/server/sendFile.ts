import { open } from "node:fs/promises";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { BinaryFile, Encoding, SiteFile, TextFile } from "./siteFiles.ts";

/**
 * Answers a GET or HEAD request with a file, as RFC 9110 has it: compressed for who takes that, 304 when the client's version is
 * current. With status 404 the file is an error page, always sent whole.
 */
export async function sendFile(
	request: IncomingMessage,
	response: ServerResponse,
	file: SiteFile,
	status: 200 | 404 = 200,
): Promise<void> {
	const version = `"${file.version}"`;
	const isText = "content" in file;
	const headers: OutgoingHttpHeaders = {
		"Cache-Control": "no-cache",
		...file.headers,
		// Weak, since it stands for the content, in whatever encoding.
		ETag: `W/${version}`,
		...(isText && { Vary: "Accept-Encoding" }),
	};
	const { "if-none-match": known = "", "accept-encoding": accepted } = request.headers;
	if (status === 200 && (known === "*" || known.includes(version))) {
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

/** The first encoding, in our order of preference, that a header `Accept-Encoding` names and does not refuse. */
function chooseEncoding(header = "", { compressed }: TextFile): Encoding | undefined {
	const parts = header.toLowerCase().split(",");
	const accepted = parts.filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part)).map((part) => part.split(";")[0]?.trim());
	return [...compressed.keys()].find((encoding) => accepted.includes(encoding));
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
