import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { extname, join } from "node:path";
import {
	authorizationSecret,
	type LoopbackOptions,
	type LoopbackService,
	type Reply,
	startLoopback,
} from "./loopbackService.ts";

/** A link as it stands in a field, in a rich text node or in sys. */
export interface Link {
	sys: { type: "Link"; linkType: string; id: string };
}

/** An entry or asset of an export: every field by locale. */
export interface ExportItem {
	sys: {
		id: string;
		type: string;
		createdAt: string;
		updatedAt: string;
		publishedVersion?: number;
		revision?: number;
		contentType?: Link;
		[key: string]: unknown;
	};
	metadata?: Record<string, unknown>;
	// biome-ignore lint/suspicious/noExplicitAny: the value of a field is whatever its editor put there.
	fields: Record<string, Record<string, any>>;
}

/** A locale of an export. */
export interface ExportLocale {
	name: string;
	code: string;
	fallbackCode: string | null;
	default: boolean;
	sys?: Record<string, unknown>;
}

/** A space in the format that contentful-export writes and contentful-import reads. */
export interface SpaceExport {
	contentTypes: unknown[];
	editorInterfaces?: unknown[];
	locales: ExportLocale[];
	entries: ExportItem[];
	assets: ExportItem[];
}

/** What the service needs to know. `space` is read at every request, so it may be changed while the service runs. */
export interface ContentfulOptions extends LoopbackOptions {
	space: SpaceExport;
	spaceId: string;
	environment?: string | undefined;
	token: string;
	/** Requests with this token also get drafts. */
	previewToken?: string | undefined;
	/** The folder with the asset files, by file name. */
	pictures: string;
}

const contentTypes: Record<string, string> = {
	".avif": "image/avif",
	".gif": "image/gif",
	".jpeg": "image/jpeg",
	".jpg": "image/jpeg",
	".pdf": "application/pdf",
	".png": "image/png",
	".svg": "image/svg+xml",
	".webp": "image/webp",
};

const messages: Record<string, string> = {
	AccessTokenInvalid: "The access token you sent could not be found or is invalid.",
	NotFound: "The resource could not be found.",
};

class ApiError extends Error {
	readonly status: number;
	readonly id: string;

	constructor(status: number, id: string) {
		super(messages[id]);
		this.status = status;
		this.id = id;
	}
}

/** One request's view of the space: which items it may see, and where asset files are. */
interface View {
	options: ContentfulOptions;
	environment: string;
	host: string;
	preview: boolean;
}

/**
 * Starts of the Content Delivery API what a build asks for, on 127.0.0.1: one space's locales, its entries in all locales
 * with what they link to, and its files.
 * In: the space and how to serve it. Out: the running service.
 */
export async function startContentful(options: ContentfulOptions): Promise<LoopbackService> {
	return startLoopback(options, async (request, url) => {
		const requestId = randomUUID();
		const common = { "X-Contentful-Request-Id": requestId, "Access-Control-Allow-Origin": "*" };
		try {
			const file = await assetFile(options, url);
			if (file) return { ...file, headers: { ...common, ...file.headers } };
			return json(200, common, answerApi(options, request, url));
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			return json(error.status, common, {
				sys: { type: "Error", id: error.id },
				message: error.message,
				requestId,
			});
		}
	});
}

function json(status: number, headers: Record<string, string>, value: unknown): Reply {
	return {
		status,
		headers: { ...headers, "Content-Type": "application/vnd.contentful.delivery.v1+json" },
		body: `${JSON.stringify(value, null, 2)}\n`,
	};
}

/** The file of an asset, addressed as /space/asset/file; undefined when the address is no asset's. */
async function assetFile(options: ContentfulOptions, url: URL): Promise<Reply | undefined> {
	const [spaceId, assetId, fileName, ...rest] = url.pathname.slice(1).split("/").map(decodeURIComponent);
	if (spaceId !== options.spaceId || !assetId || !fileName || rest.length > 0) return undefined;
	// Only names that an asset carries are read from the folder, so no address can lead out of it.
	const asset = options.space.assets.find((item) => item.sys.id === assetId);
	const known = Object.values(asset?.fields.file ?? {}).some((file) => file?.fileName === fileName);
	if (!known) throw new ApiError(404, "NotFound");
	try {
		const body = await readFile(join(options.pictures, fileName));
		const type = contentTypes[extname(fileName).toLowerCase()] ?? "application/octet-stream";
		return { status: 200, headers: { "Content-Type": type, "Cache-Control": "max-age=31536000" }, body };
	} catch {
		throw new ApiError(404, "NotFound");
	}
}

function answerApi(options: ContentfulOptions, request: IncomingMessage, url: URL): unknown {
	const query = url.searchParams;
	const token = authorizationSecret(request) ?? query.get("access_token") ?? undefined;
	const preview = options.previewToken !== undefined && token === options.previewToken;
	if (!preview && token !== options.token) throw new ApiError(401, "AccessTokenInvalid");
	if (request.method !== "GET" && request.method !== "HEAD") throw new ApiError(404, "NotFound");

	const environment = options.environment ?? "master";
	const path = url.pathname.replace(/\/$/, "").slice(1).split("/").map(decodeURIComponent);
	if (path[0] !== "spaces" || path[1] !== options.spaceId) throw new ApiError(404, "NotFound");
	// Without /environments/… the API means master.
	const [asked, rest] = path[2] === "environments" ? [path[3], path.slice(4)] : ["master", path.slice(2)];
	if (asked !== environment || rest.length > 1) throw new ApiError(404, "NotFound");

	const [collection] = rest;
	if (collection === "locales") {
		const items = options.space.locales.map(deliveredLocale);
		return { sys: { type: "Array" }, total: items.length, skip: 0, limit: 1000, items };
	}
	if (collection !== "entries") throw new ApiError(404, "NotFound");
	return answerEntries({ options, environment, host: request.headers.host ?? "127.0.0.1", preview }, query);
}

/** https://www.contentful.com/developers/docs/references/content-delivery-api/#/reference/entries */
function answerEntries(view: View, query: URLSearchParams): unknown {
	const ids = query.get("sys.id[in]")?.split(",");
	const limit = Number(query.get("limit") ?? 100);
	const matching = visible(view, "entries").filter((item) => !ids || ids.includes(item.sys.id));
	const page = matching.slice(0, limit);
	const { includes, errors } = linked(view, page, Number(query.get("include") ?? 1));
	const delivered = (items: ExportItem[]) => items.map((item) => deliver(view, item));
	const groups = Object.groupBy(includes, ({ sys }) => sys.type);
	return {
		sys: { type: "Array" },
		total: matching.length,
		skip: 0,
		limit,
		items: delivered(page),
		...(errors.length > 0 && { errors }),
		...(includes.length > 0 && {
			includes: Object.fromEntries(Object.entries(groups).map(([type, group = []]) => [type, delivered(group)])),
		}),
	};
}

/** Follows the links of `page` level by level: what they lead to (without repeating an item), and what cannot be found. */
function linked(view: View, page: ExportItem[], depth: number): { includes: ExportItem[]; errors: unknown[] } {
	const seen = new Set(page.map((item) => `${item.sys.type}:${item.sys.id}`));
	const includes: ExportItem[] = [];
	const errors: unknown[] = [];
	const targets = new Map(
		[...visible(view, "entries"), ...visible(view, "assets")].map((item) => [`${item.sys.type}:${item.sys.id}`, item]),
	);

	let level = page;
	for (let step = 0; step < depth && level.length > 0; step += 1) {
		const next: ExportItem[] = [];
		for (const item of level) {
			for (const link of linksIn(deliver(view, item).fields)) {
				const key = `${link.sys.linkType}:${link.sys.id}`;
				if (seen.has(key)) continue;
				seen.add(key);
				const target = targets.get(key);
				if (target) next.push(target);
				else
					errors.push({
						sys: { id: "notResolvable", type: "error" },
						details: { type: "Link", linkType: link.sys.linkType, id: link.sys.id },
					});
			}
		}
		includes.push(...next);
		level = next;
	}
	return { includes, errors };
}

function linksIn(value: unknown): Link[] {
	if (typeof value !== "object" || value === null) return [];
	if (Array.isArray(value)) return value.flatMap(linksIn);
	if ((value as Link).sys?.type === "Link") return [value as Link];
	return Object.values(value).flatMap(linksIn);
}

/** The item as the API sends it: delivery sys, empty values absent, real file addresses. */
function deliver(view: View, item: ExportItem): { sys: unknown; metadata: unknown; fields: Record<string, unknown> } {
	const { spaceId } = view.options;
	const fields: Record<string, unknown> = {};
	for (const [name, byLocale] of Object.entries(item.fields)) {
		const present = Object.fromEntries(
			Object.entries(byLocale)
				.filter(([, value]) => !isEmpty(value))
				.map(([code, value]) => [
					code,
					item.sys.type === "Asset" && name === "file" ? withUrl(view, item, value) : value,
				]),
		);
		if (Object.keys(present).length > 0) fields[name] = present;
	}
	const sys: Record<string, unknown> = {
		space: { sys: { type: "Link", linkType: "Space", id: spaceId } },
		id: item.sys.id,
		type: item.sys.type,
		createdAt: item.sys.createdAt,
		updatedAt: item.sys.updatedAt,
		environment: { sys: { id: view.environment, type: "Link", linkType: "Environment" } },
		publishedVersion: item.sys.publishedVersion,
		revision: item.sys.revision ?? 0,
	};
	if (item.sys.contentType) sys.contentType = item.sys.contentType;
	return { metadata: item.metadata ?? { tags: [], concepts: [] }, sys, fields };
}

function withUrl(view: View, asset: ExportItem, file: { fileName: string }): unknown {
	const path = [view.options.spaceId, asset.sys.id, file.fileName].map(encodeURIComponent).join("/");
	return { ...file, url: `//${view.host}/${path}` };
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function visible(view: View, collection: "entries" | "assets"): ExportItem[] {
	const items = view.options.space[collection];
	return view.preview ? items : items.filter((item) => item.sys.publishedVersion !== undefined);
}

function deliveredLocale(locale: ExportLocale): unknown {
	return {
		code: locale.code,
		name: locale.name,
		default: locale.default,
		fallbackCode: locale.fallbackCode,
		sys: { id: locale.sys?.id ?? locale.code, type: "Locale", version: 1 },
	};
}
