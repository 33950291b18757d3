/** Why a body was not read: it has too many bytes, or it takes too long or is no UTF-8. */
export type UnreadBody = { fault: "tooLarge" | "malformed" };

/**
 * Reads a body as text, byte for byte as it was sent.
 * @param most bytes
 * @param timeLimit milliseconds that it may take
 */
export async function readBody(
	request: Request,
	{ most, timeLimit }: { most: number; timeLimit: number },
): Promise<string | UnreadBody> {
	if (Number(request.headers.get("content-length")) > most) return { fault: "tooLarge" };
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
		// Our own server has a limit for all that it is sent.
		const isTooLarge = error instanceof RangeError || (error as { code?: unknown }).code === "ERR_BODY_TOO_LARGE";
		return { fault: isTooLarge ? "tooLarge" : "malformed" };
	}
}
