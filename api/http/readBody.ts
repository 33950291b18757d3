import { isUtf8 } from "node:buffer";

/** Request body as text. When there is a `fault`, the text may be incomplete. */
export type RequestBody = { text: string; fault?: "tooLarge" | "malformed" };

/**
 * Maximum time for reading the rest of a too large body, in milliseconds. Many clients read a response only after
 * sending the whole body.
 */
const drainTimeMs = 500;

/** Size of the buffer at first, in bytes. It grows with the body, so that a begun request takes little memory. */
const initialBufferBytes = 4096;

/** Reads a request body as UTF-8 text. Keeps a byte order mark, because the signature of a webhook covers it. */
export async function readBody(
	request: Request,
	{ maxBytes, timeLimitMs }: { maxBytes: number; timeLimitMs: number },
): Promise<RequestBody> {
	// A client can send a body byte by byte. An array of such chunks would take a hundred times more memory than one
	// buffer.
	let buffer = Buffer.alloc(initialBufferBytes);
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
