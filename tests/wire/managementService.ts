import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import {
	type LoopbackOptions,
	readBearerToken,
	startLoopback,
} from "../../demo/loopbackService.ts";

type Validation = Record<string, unknown> & { enabledMarks?: string[] };
export type ManagedField = {
	id: string;
	name?: string;
	type: string;
	localized?: boolean;
	required?: boolean;
	validations?: Validation[];
	items?: { type: string; validations?: Validation[] };
};

/** Values of an entry or asset, by field and locale. */
export type FieldValues = Record<string, Record<string, unknown>>;

type Link = { sys: { id: string; type?: string; linkType?: string } };
type Sys = {
	id: string;
	version: number;
	publishedVersion?: number;
	archivedVersion?: number;
	contentType?: Link | undefined;
	[key: string]: unknown;
};
type Resource = { sys: Sys; [key: string]: unknown };
/** Body of a request that makes or changes a resource. */
type ResourceValues = { sys?: object; [key: string]: unknown };
type ContentTypeResource = Resource & { fields: ManagedField[]; displayField?: string | null };
export type AssetFile = {
	fileName: string;
	contentType: string;
	url?: string;
	uploadFrom?: Link;
	details?: object;
};
type Control = { fieldId: string; settings?: Record<string, unknown> };

/** Entry or asset. */
type Item = Resource & { fields: FieldValues; metadata?: { tags: Link[] } };

interface Collections {
	locales: Resource & { code: string; default: boolean };
	content_types: ContentTypeResource;
	editor_interfaces: Resource & { controls: Control[] };
	entries: Item;
	assets: Item & { fields: { file?: Record<string, AssetFile> } };
	preview_environments: Resource & { configurations: Record<string, unknown>[] };
	[other: string]: Resource;
}

/** Resources of a Contentful space, by collection name and id. Tests can change the resources. */
export class ManagedSpace {
	readonly collections: Record<string, Map<string, Resource>> = {};
	/** Published versions of entries and assets, by id. */
	readonly published = new Map<string, Item>();
	/** Uploaded files, by upload id. */
	readonly files = new Map<string, Buffer>();
	signingSecret: string | undefined;

	constructor(code = "en-US") {
		const sys = { id: "standard", version: 1, type: "Locale" };
		this.of("locales").set("standard", {
			sys,
			code,
			name: "English",
			default: true,
			fallbackCode: null,
		});
	}

	of<Name extends string>(collection: Name): Map<string, Collections[Name]> {
		this.collections[collection] ??= new Map();
		return this.collections[collection] as Map<string, Collections[Name]>;
	}

	item<Name extends string>(collection: Name, id: string): Collections[Name] {
		return requireItem(this.of(collection), id);
	}
}

type ManagementOptions = LoopbackOptions & { space: ManagedSpace; spaceId: string; token: string };

const refusal = (status: number, message: string) => Object.assign(new Error(message), { status });
const notFound = () => refusal(404, "NotFound");

/**
 * Starts a stand-in for Contentful's Management API, Upload API and file host.
 * https://www.contentful.com/developers/docs/references/content-management-api/
 */
export function startManagement(options: ManagementOptions) {
	return startLoopback(options, async (request, url) => {
		const headers = { "Content-Type": "application/vnd.contentful.management.v1+json" };
		try {
			const body = await respondToRequest(options, request, url);
			if (Buffer.isBuffer(body)) return { status: 200, headers: {}, body };
			return { status: 200, headers, body: JSON.stringify(body) };
		} catch (error) {
			const { status, message } = error as ReturnType<typeof refusal>;
			if (!status) throw error;
			const body = { sys: { type: "Error", id: message }, message };
			return { status, headers, body: JSON.stringify(body) };
		}
	});
}

async function respondToRequest(
	{ space, spaceId, token }: ManagementOptions,
	request: IncomingMessage,
	url: URL,
) {
	const [root, id = "", ...path] = url.pathname.slice(1).split("/").map(decodeURIComponent);
	if (root === "files") {
		if (isArchived(space, url.pathname)) throw notFound();
		return requireItem(space.files, id);
	}
	if (readBearerToken(request) !== token) throw refusal(401, "AccessTokenInvalid");
	if (root !== "spaces" || id !== spaceId) throw notFound();
	if (path[0] === "environments" && path.splice(0, 2)[1] !== "master") throw notFound();
	// The same response for the space and for its environment, because clients read only `sys.id` and `name`.
	if (path.length === 0) return { sys: { id: "master" }, name: "Empty practice" };
	return respondFromCollection(space, request, url, path);
}

/** Checks whether a file belongs to an archived asset. Contentful deletes such files within 48 hours. */
function isArchived(space: ManagedSpace, pathname: string): boolean {
	const archived = [...space.of("assets").values()].filter(({ sys }) => sys.archivedVersion);
	const files = archived.flatMap(({ fields }) => Object.values(fields.file ?? {}));
	return files.some(({ url }) => url?.endsWith(pathname));
}

/** Request for a collection or for one of its items. */
type CollectionRequest = {
	space: ManagedSpace;
	collection: string;
	/** Id of the item. Empty if the request is for the whole collection. */
	id: string;
	action: string | undefined;
	locale: string;
	method: string | undefined;
	headers: IncomingMessage["headers"];
	searchParams: URLSearchParams;
	body: Buffer;
	items: Map<string, Resource>;
};

async function respondFromCollection(
	space: ManagedSpace,
	request: IncomingMessage,
	{ searchParams }: URL,
	[collection = "", id = "", action, locale = ""]: string[],
): Promise<unknown> {
	const { method, headers } = request;
	const body = await buffer(request);
	const items = space.of(action === "editor_interface" ? "editor_interfaces" : collection);
	const details = {
		space,
		collection,
		id,
		action,
		locale,
		method,
		headers,
		searchParams,
		body,
		items,
	};
	const special = respondFromSpecialCollection(details);
	if (special !== undefined) return special;
	if (method === "GET") return id ? requireItem(items, id) : list(items.values(), searchParams);
	return action ? act(details, action) : save(details);
}

function parseValues(body: Buffer): ResourceValues {
	return JSON.parse(body.toString("utf8"));
}

function respondFromSpecialCollection({
	space,
	collection,
	id,
	method,
	searchParams,
	body,
}: CollectionRequest) {
	switch (collection) {
		case "uploads": {
			const uploadId = randomUUID();
			space.files.set(uploadId, body);
			return { sys: { id: uploadId } };
		}
		case "public": {
			const published = [...space.published.values()].filter(({ sys }) => space.of(id).has(sys.id));
			return list(published, searchParams);
		}
		case "preview_api_keys":
			return { accessToken: `token-of-${id}` };
		case "webhook_settings":
			if (method !== "GET") space.signingSecret = parseValues(body).value as string;
			if (!space.signingSecret) throw notFound();
			return { redactedValue: space.signingSecret.slice(-4) };
		default:
			return undefined;
	}
}

function list(items: Iterable<Resource>, searchParams: URLSearchParams) {
	const skip = Number(searchParams.get("skip") ?? 0);
	const limit = Number(searchParams.get("limit") ?? 100);
	const all = [...items];
	return {
		sys: { type: "Array" },
		total: all.length,
		skip,
		limit,
		items: all.slice(skip, skip + limit),
	};
}

/**
 * Returns the stored resource that a request names.
 * @throws Error with status 409 when the header X-Contentful-Version is not the current version of the resource
 */
function requireCurrent({ items, id, headers }: CollectionRequest): Resource {
	const item = requireItem(items, id);
	if (Number(headers["x-contentful-version"]) !== item.sys.version)
		throw refusal(409, "VersionMismatch");
	return item;
}

function act(request: CollectionRequest, action: string): Resource {
	const { space, collection, id, locale, method, headers, items } = request;
	switch (action) {
		case "published":
			return publish(space, collection, requireCurrent(request));
		case "archived": {
			const item = requireItem(items, id);
			item.sys.archivedVersion = method === "PUT" ? item.sys.version : 0;
			return touch(item);
		}
		case "files":
			return processFile(
				space,
				requireCurrent(request) as Collections["assets"],
				locale,
				headers.host,
			);
		default:
			return save(request);
	}
}

function save(request: CollectionRequest): Resource {
	const { collection, id, headers, body, items, space } = request;
	if (items.get(id)?.sys.archivedVersion) throw refusal(400, "Cannot edit an archived item");
	const values = parseValues(body);
	switch (collection) {
		case "api_keys": {
			const preview_api_key = { sys: { id: `preview-${items.size}` } };
			return write(request, { ...values, accessToken: `delivery-${items.size}`, preview_api_key });
		}
		case "entries": {
			const type =
				items.get(id)?.sys.contentType ?? linkTo(String(headers["x-contentful-content-type"]));
			const { publishedVersion } = requireItem(space.of("content_types"), type?.sys.id ?? "").sys;
			if (publishedVersion === undefined) throw refusal(422, "ValidationFailed");
			return write(request, { ...values, sys: { contentType: type } });
		}
		default:
			return write(request, values);
	}
}

/** Stores a new resource, or the next version of a resource. */
function write(request: CollectionRequest, { sys: given, ...values }: ResourceValues): Resource {
	const { items, id } = request;
	const previous = items.has(id) ? requireCurrent(request) : undefined;
	const key = id || randomUUID();
	const resource: Resource = {
		...values,
		sys: { ...given, version: 0, id: key, ...previous?.sys },
	};
	items.set(key, resource);
	return touch(resource);
}

const linkTo = (id: string) => ({ sys: { type: "Link", linkType: "ContentType", id } });

/** Processes the uploaded file of an asset: replaces the link to the upload by the URL and size of the file. */
function processFile(
	space: ManagedSpace,
	asset: Collections["assets"],
	locale: string,
	host = "",
): Resource {
	const { file = {} } = asset.fields;
	const { uploadFrom, fileName, contentType } = file[locale] ?? {};
	if (!uploadFrom || !fileName || !contentType) throw refusal(422, "ValidationFailed");
	const size = requireItem(space.files, uploadFrom.sys.id).byteLength;
	const url = `//${host}/files/${uploadFrom.sys.id}/${encodeURIComponent(fileName)}`;
	file[locale] = { fileName, contentType, url, details: { size } };
	return touch(asset);
}

function publish(space: ManagedSpace, collection: string, item: Resource): Resource {
	const { id } = item.sys;
	if (collection === "content_types") publishType(space, item as ContentTypeResource);
	else if (collection === "assets") checkFiles(item as Collections["assets"]);
	else checkEntry(space, item as Item);
	item.sys.publishedVersion = item.sys.version;
	touch(item);
	if (collection !== "content_types") space.published.set(id, structuredClone(item as Item));
	return item;
}

function publishType(space: ManagedSpace, type: ContentTypeResource): void {
	const { id } = type.sys;
	const editors = space.of("editor_interfaces");
	const sys = { id: "default", version: 1, contentType: linkTo(id) };
	if (!editors.has(id)) editors.set(id, { sys, controls: [] });
}

/** Rejects the publishing of an asset with a file that is not processed. */
function checkFiles({ fields: { file = {} } }: Collections["assets"]): void {
	if (Object.values(file).some(({ url }) => !url)) throw refusal(422, "ValidationFailed");
}

/** Rejects the publishing of an entry with a link to a missing entry or asset. */
function checkEntry(space: ManagedSpace, { fields }: Item): void {
	const values = Object.values(fields).flatMap((byLocale) => Object.values(byLocale).flat());
	for (const link of values.filter(isLink)) {
		requireItem(space.of(link.sys.linkType === "Entry" ? "entries" : "assets"), link.sys.id);
	}
}

const isLink = (value: unknown): value is Link =>
	(value as Partial<Link> | null | undefined)?.sys?.type === "Link";

function touch(resource: Resource): Resource {
	resource.sys.version++;
	return resource;
}

function requireItem<Value>(items: ReadonlyMap<string, Value>, id: string): Value {
	const item = items.get(id);
	if (!item) throw notFound();
	return item;
}
