import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import {
	type LoopbackOptions,
	type Reply,
	readBearerToken,
	startLoopback,
} from "./loopbackService.ts";

type ContentfulLink = {
	sys: { type: "Link"; linkType: string; id: string };
};

/** Entry or asset in a Contentful export file. */
export type ExportItem = {
	sys: {
		id: string;
		type: string;
		updatedAt: string;
		publishedVersion?: number;
		/** Number of publications. */
		revision?: number;
		archivedVersion?: number;
		/** Publishing status of each locale. Only the Management API sends it. */
		fieldStatus?: { "*": Record<string, string> };
		contentType?: ContentfulLink;
		[key: string]: unknown;
	};
	fields: Record<string, Record<string, unknown>>;
};

/** File of an exported asset. */
type ExportFile = {
	fileName: string;
	contentType: string;
	/** `size` is in bytes; `width` and `height` are in pixels. */
	details: { size: number; image?: { width: number; height: number } };
};

type ExportAsset = ExportItem & {
	fields: ExportItem["fields"] & { file?: Record<string, ExportFile> };
};

/** Space in the format of contentful-export, without its content types. */
export type SpaceExport = {
	locales: { name: string; code: string; fallbackCode: string | null; default: boolean }[];
	entries: ExportItem[];
	assets: ExportAsset[];
};

/** Settings of the stand-in for Contentful. A test can change `content` while the stand-in runs. */
type ContentfulOptions = LoopbackOptions & {
	content: { space: SpaceExport };
	spaceId: string;
	token: string;
	/** Access token of Contentful's Preview API. Requests with this token also get drafts. */
	previewToken: string;
	/** Path of the folder that contains the files of all Contentful assets. */
	pictures: string;
};

/** Maximum size of a response, in bytes: https://www.contentful.com/developers/docs/technical-limits/ */
const maxResponseBytes = 7_340_032;

/** Starts a local stand-in for the parts of Contentful's Content Delivery API that a build uses. */
export async function startContentful(options: ContentfulOptions) {
	let stale = { content: options.content, untilMs: 0 };
	const loopback = await startLoopback(options, async (request, url) => {
		const content = performance.now() < stale.untilMs ? stale.content : options.content;
		const current = { ...options, content };
		const [first, ...path] = url.pathname.slice(1).split("/").map(decodeURIComponent);
		return first === options.spaceId ? readAsset(current, path) : answerApi(current, request, url);
	});
	return {
		...loopback,
		/** Serves the present content for some time, as Contentful's network does after a publication. */
		delayChanges(durationMs: number): void {
			const content = { space: structuredClone(options.content.space) };
			stale = { content, untilMs: performance.now() + durationMs };
		},
	};
}

function reply(status: number, value: unknown): Reply {
	const headers = { "Content-Type": "application/vnd.contentful.delivery.v1+json" };
	// Contentful indents its responses, which counts towards their maximum size.
	return { status, headers, body: JSON.stringify(value, undefined, 2) };
}

function refuse(status: number, id: string, message = id): Reply {
	return reply(status, { sys: { type: "Error", id }, message });
}

/** Returns a response with an asset's file, or a 404 response if the asset has no file named `fileName`. */
async function readAsset(
	{ content, pictures }: ContentfulOptions,
	[id, fileName = ""]: string[],
): Promise<Reply> {
	const asset = content.space.assets.find(({ sys }) => sys.id === id);
	const isKnown = Object.values(asset?.fields.file ?? {}).some(
		(file) => file?.fileName === fileName,
	);
	const body = isKnown && (await readFile(join(pictures, fileName)).catch(() => undefined));
	return body ? { status: 200, headers: {}, body } : refuse(404, "NotFound");
}

function answerApi(
	options: ContentfulOptions,
	request: IncomingMessage,
	{ pathname, searchParams }: URL,
): Reply {
	const { content, spaceId, token, previewToken } = options;
	const secret = readBearerToken(request);
	if (secret !== token && secret !== previewToken) return refuse(401, "AccessTokenInvalid");
	const collectionPath = new RegExp(`^/spaces/${spaceId}/environments/master/(locales|entries)$`);
	const [, collection] = collectionPath.exec(pathname) ?? [];
	if (!collection) return refuse(404, "NotFound");
	const { space } = content;
	if (collection === "locales") return reply(200, list(space.locales));
	const { host = "", "x-contentful-locale-based-publishing": header } = request.headers;
	const isPreview = secret === previewToken;
	// The Preview API ignores the header.
	const omitsDrafts = header === "true" && !isPreview;
	const { entries, assets } = deliverSpace(space, { spaceId, host, isPreview, omitsDrafts });
	const response = reply(200, listEntries(entries, assets, searchParams));
	if (Buffer.byteLength(response.body) <= maxResponseBytes) return response;
	return refuse(400, "BadRequest", "Response size too big.");
}

type Delivery = { spaceId: string; host: string; isPreview?: boolean; omitsDrafts?: boolean };

/** Converts the published entries and assets of a space to the format of Contentful's API, or in a preview all. */
export function deliverSpace(
	{ entries, assets }: SpaceExport,
	{ spaceId, host, isPreview = false, omitsDrafts = true }: Delivery,
) {
	const isVisible = ({ sys }: ExportItem) =>
		!sys.archivedVersion && (isPreview || sys.publishedVersion !== undefined);
	const deliverAll = (items: ExportItem[]) =>
		items
			.filter(isVisible)
			.map((item) => deliver(omitsDrafts ? omitDraftLocales(item) : item, spaceId, host));
	return { entries: deliverAll(entries), assets: deliverAll(assets) };
}

/**
 * Formats Contentful's response to a request for locales, entries or assets.
 * @param total number of items in the whole collection
 */
const list = (items: unknown[], total = items.length) => ({
	sys: { type: "Array" },
	total,
	skip: 0,
	items,
});

/**
 * Lists the requested entries, with the entries and assets to which they link, directly or through other entries:
 * https://www.contentful.com/developers/docs/references/content-delivery-api/#/reference/links
 */
function listEntries(entries: ExportItem[], assets: ExportItem[], query: URLSearchParams): unknown {
	const ids = query.get("sys.id[in]")?.split(",");
	const matching = entries.filter(({ sys }) => !ids || ids.includes(sys.id));
	const page = matching.slice(0, Number(query.get("limit") ?? 100));
	const items = new Map([...entries, ...assets].map((item) => [keyOf(item.sys), item]));
	const found = new Set(page);
	let level = page;
	for (let depth = Number(query.get("include") ?? 1); depth > 0; depth--) {
		const linked = level.flatMap(({ fields }) => listLinks(fields));
		const next = linked.flatMap(
			({ sys }) => items.get(keyOf({ ...sys, type: sys.linkType })) ?? [],
		);
		level = next.filter((item) => !found.has(item));
		for (const item of level) found.add(item);
	}
	const others = [...found].filter((item) => !page.includes(item));
	return {
		...list(page, matching.length),
		includes: Object.groupBy(others, ({ sys }) => sys.type),
	};
}

/** Returns a key of an entry or asset. An entry and an asset can have the same id. */
const keyOf = ({ type, id }: { type: string; id: string }) => `${type} ${id}`;

/** Lists the links in a value, at any depth. */
function listLinks(value: unknown): ContentfulLink[] {
	if (typeof value !== "object" || value === null) return [];
	if ("sys" in value) return [value as ContentfulLink];
	return Object.values(value).flatMap(listLinks);
}

/** Removes the values of locales that are not published: https://contentful.com/help/localization/locale-based-publishing */
function omitDraftLocales({ sys, fields }: ExportItem): ExportItem {
	const statuses = sys.fieldStatus?.["*"];
	if (!statuses) return { sys, fields };
	const isPublished = (code: string) =>
		statuses[code] === "published" || statuses[code] === "changed";
	const published = Object.entries(fields).map(([field, values]) => {
		return [
			field,
			Object.fromEntries(Object.entries(values).filter(([code]) => isPublished(code))),
		];
	});
	return { sys, fields: Object.fromEntries(published) };
}

/** Converts an entry or asset from the export format to the format of Contentful's API. */
function deliver(
	{ sys: { fieldStatus, ...sys }, fields }: ExportItem,
	spaceId: string,
	host: string,
): ExportItem {
	const address = (name: string) =>
		`//${host}/${[spaceId, sys.id, name].map(encodeURIComponent).join("/")}`;
	const show = (field: string, value: unknown) => {
		if (sys.type !== "Asset" || field !== "file") return value;
		const file = value as ExportFile;
		return { ...file, url: address(file.fileName) };
	};
	const present = Object.entries(fields).map(([field, values]) => {
		const filled = Object.entries(values).filter(([, value]) => !isEmpty(value));
		return [
			field,
			Object.fromEntries(filled.map(([code, value]) => [code, show(field, value)])),
		] as const;
	});
	return {
		sys,
		fields: Object.fromEntries(present.filter(([, values]) => Object.keys(values).length > 0)),
	};
}

function isEmpty(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		value === "" ||
		(Array.isArray(value) && value.length === 0)
	);
}
