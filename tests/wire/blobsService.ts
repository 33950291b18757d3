import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { type Intercept, startLoopback } from "../../demo/loopbackService.ts";

/**
 * Maximum number of keys in one response to a list request. Low, so that a few keys need several requests. Netlify's
 * maximum is 1,000.
 */
const pageSize = 3;

/** Starts a stand-in for Netlify Blobs, because Netlify's development server lacks ETags and conditional writes. */
export async function startBlobs(intercept?: Intercept) {
	const blobs = new Map<string, { text: string; etag: string }>();
	let writes = 0;

	/**
	 * Lists one page of keys.
	 * @param cursor last key of the previous page
	 */
	function list(cursor: string) {
		const keys = [...blobs.keys()].sort().filter((key) => key > cursor);
		const page = keys.slice(0, pageSize);
		const nextCursor = keys.length > pageSize ? page.at(-1) : undefined;
		return {
			blobs: page.map((key) => ({ key, etag: blobs.get(key)?.etag })),
			next_cursor: nextCursor,
		};
	}

	function write(key: string, body: string, headers: IncomingHttpHeaders) {
		const current = blobs.get(key);
		const mustBeNew = headers["if-none-match"] === "*";
		const mustMatch = headers["if-match"];
		if (mustBeNew && current) return { status: 412, headers: {}, body: "" };
		if (mustMatch !== undefined && mustMatch !== current?.etag)
			return { status: 412, headers: {}, body: "" };
		const etag = `"${++writes}"`;
		blobs.set(key, { text: body, etag });
		return { status: 200, headers: { etag }, body: "" };
	}

	const service = await startLoopback(
		{ intercept },
		async (request, { pathname, searchParams }) => {
			// The path is /<site>/<store>/<key>. Without a key, the request is for the list of keys.
			const key = pathname.split("/").slice(3).join("/");
			if (!key)
				return {
					status: 200,
					headers: {},
					body: JSON.stringify(list(searchParams.get("cursor") ?? "")),
				};
			if (request.method === "PUT") return write(key, await text(request), request.headers);
			if (request.method === "DELETE") {
				blobs.delete(key);
				return { status: 204, headers: {}, body: "" };
			}
			const found = blobs.get(key);
			if (!found) return { status: 404, headers: {}, body: "" };
			return { status: 200, headers: { etag: found.etag }, body: found.text };
		},
	);
	const { url: edgeURL } = service;
	const context = {
		edgeURL,
		uncachedEdgeURL: edgeURL,
		siteID: "site",
		token: "t",
		primaryRegion: "us-east-1",
	};
	return { blobs, context: btoa(JSON.stringify(context)), close: service.close };
}
