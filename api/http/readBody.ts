import { isUtf8 } from "node:buffer";

/**
 * Request body as text. `fault` is undefined when the body is complete and valid UTF-8. Otherwise `text` contains only
 * the bytes that were received, up to the size limit.
 */
export type RequestBody = { text: string; fault?: "tooLarge" | "malformed" };

/**
 * Time for which the rest of a body above the size limit is read and discarded, in milliseconds. Many clients read the
 * response only after they have sent the whole body, so the connection must not be closed at once.
 */
const drainTimeMs = 500;

/** Initial size of the buffer, in bytes. */
const initialBytes = 4096;

/**
 * Reads a request body as UTF-8 text, and keeps a byte order mark. A body is malformed when it is not UTF-8, is
 * incomplete, or takes longer than the time limit.
 */
export async function readBody(
	request: Request,
	{ maxBytes, timeLimitMs }: { maxBytes: number; timeLimitMs: number },
): Promise<RequestBody> {
	// A single growing buffer, because an array of received chunks could take a hundred times more memory: a client can
	// send a body byte by byte.
	let buffer = Buffer.alloc(initialBytes);
	let size = 0;
	const drained = new AbortController();
	let drainTimer: NodeJS.Timeout | undefined;
	const sink = new WritableStream<Uint8Array>({
		write(chunk) {
			const start = Math.min(size, maxBytes);
			const end = Math.min(size + chunk.byteLength, maxBytes);
			if (end > buffer.length) buffer = Buffer.concat([buffer], Math.max(end, 2 * buffer.length));
			buffer.set(chunk.subarray(0, end - start), start);
			size += chunk.byteLength;
			if (size > maxBytes) drainTimer ??= setTimeout(() => drained.abort(), drainTimeMs);
		},
	});
	let isWhole = true;
	try {
		const signal = AbortSignal.any([AbortSignal.timeout(timeLimitMs), drained.signal]);
		await request.body?.pipeTo(sink, { signal });
	} catch {
		isWhole = false;
	}
	clearTimeout(drainTimer);
	const bytes = buffer.subarray(0, Math.min(size, maxBytes));
	const text = bytes.toString("utf8");
	if (size > maxBytes) return { text, fault: "tooLarge" };
	if (!isWhole || !isUtf8(bytes)) return { text, fault: "malformed" };
	return { text };
}
