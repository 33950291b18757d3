import { parseValidSettings } from "../../environment/environment.server.ts";
import { createSecurityHeaders } from "../../environment/headers.server.ts";

/**
 * Creates a response with security headers, because Netlify applies the headers in its file `_headers` only to static
 * files.
 * @param content body and its media type; when undefined, the response has no body
 * @param styles inline style sheets of a page
 */
export function respond(
	status: number,
	content?: { type: string; body: string },
	styles: string[] = [],
): Response {
	const headers = createSecurityHeaders(parseValidSettings().security, { styles });
	headers["Cache-Control"] = "no-store";
	if (content) headers["Content-Type"] = content.type;
	return new Response(content?.body, { status, headers });
}

/** Creates a response with a message, as JSON. */
export function respondWithJson(status: number, message: string): Response {
	return respond(status, { type: "application/json", body: JSON.stringify({ message }) });
}
