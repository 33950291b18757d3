import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import {
	authorizationSecret,
	type LoopbackOptions,
	type LoopbackService,
	type Reply,
	startLoopback,
} from "../../demo/loopbackService.ts";

type Sys = { id: string; version: number; publishedVersion?: number; archivedVersion?: number; [key: string]: unknown };
// biome-ignore lint/suspicious/noExplicitAny: whatever a client sends.
type Values = Record<string, any>;
type Resource = { sys: Sys } & Values;
type Items = Map<string, Resource>;

/** What a space holds, by the name of the collection and by id; a test may change it. */
export class ManagedSpace {
	readonly collections: Record<string, Items> = {};
	/** What visitors see of entries and assets. */
	readonly published: Items = new Map();
	/** The files that were sent, by the id of their upload. */
	readonly files = new Map<string, Buffer>();
	signingSecret: string | undefined;

	constructor(code = "en-US") {
		const sys = { id: "standard", version: 1, type: "Locale" };
		this.of("locales").set("standard", { sys, code, name: "English", default: true, fallbackCode: null });
	}

	of(collection: string): Items {
		this.collections[collection] ??= new Map();
		return this.collections[collection];
	}
}

export type ManagementOptions = LoopbackOptions & { space: ManagedSpace; spaceId: string; token: string };

/** Milliseconds that a picture takes to be ready. */
const processing = 5;

class ApiError extends Error {
	readonly status: number;
	readonly errors: unknown[];

	constructor(status: number, message: string, errors: unknown[] = []) {
		super(message);
		this.status = status;
		this.errors = errors;
	}
}

const notFound = () => new ApiError(404, "NotFound");
const invalid = (...errors: unknown[]) => new ApiError(422, "ValidationFailed", errors);

type Call = {
	space: ManagedSpace;
	method: string;
	headers: Values;
	host: string;
	query: URLSearchParams;
	sent: Buffer;
};

/**
 * A stand-in of Contentful's management and upload APIs for one space with the environment master, on 127.0.0.1, and of the host
 * of its files. The stand-in keeps the rules that matter to whoever fills a space: versions, content types before entries,
 * validation at publishing, pictures that take a while.
 * https://www.contentful.com/developers/docs/references/content-management-api/
 */
export function startManagement(options: ManagementOptions): Promise<LoopbackService> {
	return startLoopback(options, async (request, url): Promise<Reply> => {
		const headers = { "Content-Type": "application/vnd.contentful.management.v1+json" };
		try {
			const body = await answer(options, request, url);
			if (Buffer.isBuffer(body)) return { status: 200, headers: {}, body };
			return { status: 200, headers, body: JSON.stringify(body) };
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			const { status, message, errors } = error;
			const body = { sys: { type: "Error", id: message }, message, details: { errors }, requestId: randomUUID() };
			return { status, headers, body: JSON.stringify(body) };
		}
	});
}

async function answer(
	{ space, spaceId, token }: ManagementOptions,
	request: IncomingMessage,
	url: URL,
): Promise<unknown> {
	const [root, id, ...path] = url.pathname.slice(1).split("/").map(decodeURIComponent);
	if (root === "files") return space.files.get(id ?? "") ?? Promise.reject(notFound());
	if (authorizationSecret(request) !== token) throw new ApiError(401, "AccessTokenInvalid");
	if (root !== "spaces" || id !== spaceId) throw notFound();
	const { method = "GET", headers } = request;
	const host = headers.host ?? "";
	const call = { space, method, headers, host, query: url.searchParams, sent: await buffer(request) };
	if (path.length === 0) return { sys: { id, type: "Space", version: 1 }, name: "Empty practice" };
	if (path[0] !== "environments") return answerSpace(call, path);
	if (path[1] !== "master") throw notFound();
	if (path.length === 2) return { sys: { id: "master", type: "Environment", version: 1 }, name: "master" };
	return answerEnvironment(call, path.slice(2));
}

const bodyOf = ({ sent }: Call): Values => JSON.parse(sent.toString("utf8"));

function answerSpace(call: Call, [collection = "", id]: string[]): unknown {
	const { space, method } = call;
	const items = space.of(collection);
	switch (collection) {
		case "preview_api_keys":
			return { sys: { id }, accessToken: `token-of-${id}` };
		case "webhook_settings":
			if (method === "PUT") space.signingSecret = bodyOf(call).value;
			if (!space.signingSecret) throw notFound();
			return { redactedValue: space.signingSecret.slice(-4) };
		case "api_keys":
			if (method === "GET") return list(call, items.values());
			return write(call, items, randomUUID(), {
				...bodyOf(call),
				accessToken: `delivery-${items.size}`,
				preview_api_key: { sys: { id: `preview-${items.size}` } },
			});
		default:
			return method === "GET" ? list(call, items.values()) : write(call, items, id ?? randomUUID(), bodyOf(call));
	}
}

function answerEnvironment(call: Call, [collection = "", id, action, locale = ""]: string[]): unknown {
	const { space, method } = call;
	const items = space.of(collection);
	if (collection === "uploads") {
		const uploadId = randomUUID();
		space.files.set(uploadId, call.sent);
		return { sys: { id: uploadId } };
	}
	if (collection === "public") {
		return list(
			call,
			[...space.published.values()].filter(({ sys }) => space.of(id ?? "").has(sys.id)),
		);
	}
	if (!id && method === "GET") return list(call, items.values());
	if (!id) return write(call, items, randomUUID(), { default: false, ...bodyOf(call) });
	if (action === "editor_interface") {
		const editors = space.of("editor_interfaces");
		return method === "GET" ? found(editors, id) : write(call, editors, id, bodyOf(call));
	}
	if (method === "GET") return found(items, id);
	switch (action) {
		case "published":
			return publish(call, collection, found(items, id));
		case "archived":
			if (found(items, id).sys.publishedVersion) throw new ApiError(400, "BadRequest");
			found(items, id).sys.archivedVersion = method === "PUT" ? found(items, id).sys.version : 0;
			return touch(found(items, id));
		case "files":
			return processFile(call, found(items, id), locale);
	}
	if (items.get(id)?.sys.archivedVersion) throw new ApiError(400, "Cannot edit an archived item");
	const values = bodyOf(call);
	if (collection !== "entries") return write(call, items, id, values);
	const contentType = items.get(id)?.sys.contentType ?? {
		sys: { type: "Link", linkType: "ContentType", id: call.headers["x-contentful-content-type"] },
	};
	checkFields(space, contentType as Values, values.fields);
	return write(call, items, id, values, { contentType });
}

/** Fields that an entry may have. */
function checkFields(space: ManagedSpace, contentType: Values, fields: Record<string, Values>): void {
	const type = space.of("content_types").get(contentType.sys.id);
	if (!type?.sys.publishedVersion) throw invalid({ name: "unknownContentType", value: contentType.sys.id });
	const strange = Object.keys(fields).find((name) => !type.fields.some(({ id }: Values) => id === name));
	if (strange) throw invalid({ name: "unknown", path: ["fields", strange] });
}

/** Answers at once; the picture is ready later. */
function processFile(call: Call, asset: Resource, locale: string): unknown {
	expectVersion(call, asset);
	const { uploadFrom, fileName, contentType } = asset.fields.file[locale];
	const file = found(call.space.files, uploadFrom.sys.id);
	void wait(processing).then(() => {
		const url = `//${call.host}/files/${uploadFrom.sys.id}/${encodeURIComponent(fileName)}`;
		asset.fields.file[locale] = { fileName, contentType, url, details: { size: file.byteLength } };
		touch(asset);
	});
	return "";
}

function publish(call: Call, collection: string, item: Resource): Resource {
	expectVersion(call, item);
	const { space } = call;
	const { id } = item.sys;
	if (collection === "content_types") {
		const contentType = { sys: { type: "Link", linkType: "ContentType", id } };
		const editors = space.of("editor_interfaces");
		if (!editors.has(id)) editors.set(id, { sys: { id: "default", version: 1, contentType }, controls: [] });
	} else if (collection === "assets") {
		if (Object.values(item.fields.file as Values).some(({ url }) => !url)) throw invalid({ name: "notProcessed" });
	} else checkEntry(space, item);
	item.sys.publishedVersion = item.sys.version;
	touch(item);
	if (item.fields) space.published.set(id, structuredClone(item));
	return item;
}

/** What must be so before an entry can be published. */
function checkEntry(space: ManagedSpace, { sys, fields }: Resource): void {
	const type = found(space.of("content_types"), (sys.contentType as Values).sys.id);
	const empty = type.fields.find(({ id, required }: Values) => required && !fields[id]);
	if (empty) throw invalid({ name: "required", path: ["fields", empty.id] });
	const links = Object.values<Values>(fields)
		.flatMap((values) => Object.values(values))
		.flat();
	for (const { sys: link } of links.filter((value) => value?.sys?.type === "Link"))
		found(space.of(link.linkType === "Entry" ? "entries" : "assets"), link.id);
}

function expectVersion({ headers }: Call, { sys }: Resource): void {
	if (Number(headers["x-contentful-version"]) !== sys.version) throw new ApiError(409, "VersionMismatch");
}

/** Makes or replaces a resource. Only who knows its version may replace it. */
function write(call: Call, items: Items, id: string, values: Values, sys: Values = {}): Resource {
	const old = items.get(id);
	if (old) expectVersion(call, old);
	const resource: Resource = { ...values, sys: { ...values.sys, version: 0, id, ...old?.sys, ...sys } };
	items.set(id, resource);
	return touch(resource);
}

function touch(resource: Resource): Resource {
	resource.sys.version++;
	return resource;
}

function found<Value>(items: ReadonlyMap<string, Value>, id: string): Value {
	const item = items.get(id);
	if (!item) throw notFound();
	return item;
}

function list({ query }: Call, items: Iterable<Resource>): unknown {
	const [skip, limit] = [Number(query.get("skip") ?? 0), Number(query.get("limit") ?? 100)];
	const all = [...items];
	return { sys: { type: "Array" }, total: all.length, skip, limit, items: all.slice(skip, skip + limit) };
}
