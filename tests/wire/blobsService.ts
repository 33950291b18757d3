import { text } from "node:stream/consumers";
import { vi } from "vitest";
import { startStandIn } from "../standIns.ts";

/**
 * Starts a stand-in for Netlify Blobs, because the server in Netlify's package sends no ETag with a value. Returns the
 * stored texts by store and key.
 */
export async function startBlobs() {
	const blobs = new Map<string, string>();
	const { url } = await startStandIn(async (request, { pathname }) => {
		const body = await text(request);
		// The address is /<site>/site:<store>/<key>. Without a key, the request is for the list of keys.
		const [, , store, key = ""] = pathname.replace("site:", "").split("/");
		const path = `${store}/${key}`;
		const found = blobs.get(path) ?? "";
		const etag = btoa(found);
		const respond = (status: number, body = "") => ({ status, headers: { etag }, body });
		if (!key) {
			const keys = [...blobs.keys()].filter((one) => one.startsWith(path));
			const list = keys.map((one) => ({ key: one.slice(path.length) }));
			return respond(200, JSON.stringify({ blobs: list }));
		}
		if (request.method === "DELETE") {
			blobs.delete(path);
			return respond(204);
		}
		if (request.method !== "PUT") return respond(found ? 200 : 404, found);
		const { "if-none-match": mustBeNew, "if-match": oldEtag = etag } = request.headers;
		if ((mustBeNew && found) || oldEtag !== etag) return respond(412);
		blobs.set(path, body);
		return respond(200);
	});
	const context = { edgeURL: url, uncachedEdgeURL: url, siteID: "site", token: "t" };
	vi.stubEnv("NETLIFY_BLOBS_CONTEXT", btoa(JSON.stringify(context)));
	return blobs;
}
