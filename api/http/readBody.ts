/**
 * Reads a body as text, byte for byte as it was sent.
 * @param most bytes
 * @param timeLimit milliseconds that it may take
 * @returns the status to answer instead of a text when it has too many bytes (413), or takes too long or is no UTF-8 (400)
 */
export async function readBody(
	request: Request,
	{ most, timeLimit }: { most: number; timeLimit: number },
): Promise<string | 400 | 413> {
	if (Number(request.headers.get("content-length")) > most) return 413;
	const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
	let size = 0;
	let text = "";
	const sink = new WritableStream<Uint8Array>({
		write(part) {
			size += part.byteLength;
			if (size > most) throw new RangeError("too large");
			text += decoder.decode(part, { stream: true });
		},
	});
	try {
		await request.body?.pipeTo(sink, { signal: AbortSignal.timeout(timeLimit) });
		return text + decoder.decode();
	} catch (error) {
		return error instanceof RangeError ? 413 : 400;
	}
}
