import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { type LoopbackOptions, type Reply, readBearerToken, startLoopback } from "./loopbackService.ts";

/** Link to an entry or asset, in a field, a rich text node or `sys`. */
export interface ContentfulLink {
	sys: { type: "Link"; linkType: string; id: string };
}

/** Entry or asset of an export. Each field has its values by locale. */
export interface ExportItem {
	sys: {
		id: string;
		type: string;
		updatedAt: string;
		/** Absent in drafts. */
		publishedVersion?: number;
		/** Present in archived items, which neither API delivers. */
		archivedVersion?: number;
		contentType?: ContentfulLink;
		[key: string]: unknown;
	};
	// biome-ignore lint/suspicious/noExplicitAny: the value of a field is whatever its editor put there.
	fields: Record<string, Record<string, any>>;
}

/** A space in the format that contentful-export writes and contentful-import reads. */
export interface SpaceExport {
	contentTypes: unknown[];
	editorInterfaces?: unknown[];
	locales: { name: string; code: string; fallbackCode: string | null; default: boolean }[];
	entries: ExportItem[];
	assets: ExportItem[];
}

/** Settings of the stand-in service. `content` is read at every request, so a test may change it while the service runs. */
export interface ContentfulOptions extends LoopbackOptions {
	content: { space: SpaceExport };
	spaceId: string;
	token: string;
	/** Requests with this token also get drafts. */
	previewToken: string;
	/** Folder with the asset files, by file name. */
	pictures: string;
}

/**
 * Starts a stand-in for the Content Delivery API on 127.0.0.1. It answers the requests of a build: for one space's locales, for
 * its entries in all locales, and for its files.
 */
export function startContentful(options: ContentfulOptions) {
	return startLoopback(options, async (request, url) => {
		const [first, ...path] = url.pathname.slice(1).split("/").map(decodeURIComponent);
		return first === options.spaceId ? readAsset(options, path) : answerApi(options, request, url);
	});
}

function reply(status: number, value: unknown): Reply {
	const headers = { "Content-Type": "application/vnd.contentful.delivery.v1+json" };
	return { status, headers, body: JSON.stringify(value) };
}

function refuse(status: number, id: string): Reply {
	return reply(status, { sys: { type: "Error", id }, message: id });
}

/** Reads the file of an asset, whose path is /space/asset/file. Only file names that an asset has are read from the folder. */
async function readAsset({ content, pictures }: ContentfulOptions, [id, fileName = ""]: string[]): Promise<Reply> {
	const asset = content.space.assets.find(({ sys }) => sys.id === id);
	const isKnown = Object.values(asset?.fields.file ?? {}).some((file) => file?.fileName === fileName);
	const body = isKnown && (await readFile(join(pictures, fileName)).catch(() => undefined));
	return body ? { status: 200, headers: {}, body } : refuse(404, "NotFound");
}

function answerApi(options: ContentfulOptions, request: IncomingMessage, { pathname, searchParams }: URL): Reply {
	const { content, spaceId, token, previewToken } = options;
	const secret = readBearerToken(request);
	if (secret !== token && secret !== previewToken) return refuse(401, "AccessTokenInvalid");
	const known = new RegExp(`^/spaces/${spaceId}/environments/master/(locales|entries|assets)$`);
	const [, collection] = known.exec(pathname) ?? [];
	if (!collection) return refuse(404, "NotFound");
	const { space } = content;
	if (collection === "locales") return reply(200, list(space.locales));
	const isVisible = ({ sys }: ExportItem) =>
		!sys.archivedVersion && (secret === previewToken || sys.publishedVersion !== undefined);
	const { host = "" } = request.headers;
	const deliverAll = (items: ExportItem[]) => items.filter(isVisible).map((item) => deliver(item, spaceId, host));
	const [entries, assets] = [deliverAll(space.entries), deliverAll(space.assets)];
	if (searchParams.get("order") !== "-sys.updatedAt") return reply(200, listEntries(entries, assets, searchParams));
	// The query by which a preview finds out whether the content has changed: the newest item, and the total.
	const newest = (collection === "entries" ? entries : assets).toSorted((a, b) =>
		b.sys.updatedAt.localeCompare(a.sys.updatedAt),
	);
	return reply(200, list(newest.slice(0, 1), newest.length));
}

/**
 * Returns a page of a collection.
 * @param total number of items in the whole collection
 */
const list = (items: unknown[], total = items.length) => ({ sys: { type: "Array" }, total, skip: 0, items });

/**
 * Lists the requested entries. `includes` contains all other entries and assets, although the API returns only linked ones.
 * https://www.contentful.com/developers/docs/references/content-delivery-api/#/reference/entries
 */
function listEntries(entries: ExportItem[], assets: ExportItem[], query: URLSearchParams): unknown {
	const ids = query.get("sys.id[in]")?.split(",");
	const found = entries.filter(({ sys }) => !ids || ids.includes(sys.id));
	const page = found.slice(0, Number(query.get("limit") ?? 100));
	const others = [...entries, ...assets].filter((item) => !page.includes(item));
	return { ...list(page, found.length), includes: Object.groupBy(others, ({ sys }) => sys.type) };
}

/** Converts an item to the form of the API. Empty values are left out, and files get addresses on this service. */
function deliver({ sys, fields }: ExportItem, spaceId: string, host: string): ExportItem {
	const address = (name: string) => `//${host}/${[spaceId, sys.id, name].map(encodeURIComponent).join("/")}`;
	const show = (field: string, value: { fileName: string }) =>
		sys.type === "Asset" && field === "file" ? { ...value, url: address(value.fileName) } : value;
	const present = Object.entries(fields).map(([field, values]) => {
		const filled = Object.entries(values).filter(([, value]) => !isEmpty(value));
		return [field, Object.fromEntries(filled.map(([code, value]) => [code, show(field, value)]))] as const;
	});
	return { sys, fields: Object.fromEntries(present.filter(([, values]) => Object.keys(values).length > 0)) };
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
