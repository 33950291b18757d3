import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { type LoopbackOptions, readBearerToken, startLoopback } from "../../demo/loopbackService.ts";
import {
	checkContentType,
	checkControls,
	checkPublishedFields,
	checkSavedFields,
	type ValidationError,
} from "./managementRules.ts";

type Sys = { id: string; version: number; publishedVersion?: number; archivedVersion?: number; [key: string]: unknown };
// biome-ignore lint/suspicious/noExplicitAny: the JSON of any request.
type Values = Record<string, any>;
type Resource = { sys: Sys } & Values;
type Items = Map<string, Resource>;

/** Resources of a space, by the name of their collection and by id. A test may change them. */
export class ManagedSpace {
	readonly collections: Record<string, Items> = {};
	/** Published versions of entries and assets. */
	readonly published: Items = new Map();
	/** Published versions of content types, which entries use. */
	readonly publishedTypes: Items = new Map();
	/** Uploaded files, by the id of their upload. */
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

type ManagementOptions = LoopbackOptions & { space: ManagedSpace; spaceId: string; token: string };

const refusal = (status: number, message: string, errors: ValidationError[] = []) =>
	Object.assign(new Error(message), { status, errors });
const notFound = () => refusal(404, "NotFound");

/**
 * Starts a stand-in of Contentful's Management and Upload APIs and of its file host on 127.0.0.1, for one space with the
 * environment master. It enforces the rules that matter for filling and updating a space: versions, published content types
 * before entries, validations (managementRules.ts), links at publishing, and the processing of files.
 * https://www.contentful.com/developers/docs/references/content-management-api/
 */
export function startManagement(options: ManagementOptions) {
	return startLoopback(options, async (request, url) => {
		const headers = { "Content-Type": "application/vnd.contentful.management.v1+json" };
		try {
			const body = await answer(options, request, url);
			if (Buffer.isBuffer(body)) return { status: 200, headers: {}, body };
			return { status: 200, headers, body: JSON.stringify(body) };
		} catch (error) {
			const { status, message, errors } = error as ReturnType<typeof refusal>;
			if (!status) throw error;
			const body = { sys: { type: "Error", id: message }, message, details: { errors } };
			return { status, headers, body: JSON.stringify(body) };
		}
	});
}

async function answer({ space, spaceId, token }: ManagementOptions, request: IncomingMessage, url: URL) {
	const [root, id = "", ...path] = url.pathname.slice(1).split("/").map(decodeURIComponent);
	if (root === "files") return requireItem(space.files, id);
	if (readBearerToken(request) !== token) throw refusal(401, "AccessTokenInvalid");
	if (root !== "spaces" || id !== spaceId) throw notFound();
	if (path[0] === "environments" && path.splice(0, 2)[1] !== "master") throw notFound();
	// Clients read the name of the space and the id of the environment.
	if (path.length === 0) return { sys: { id: "master" }, name: "Empty practice" };
	return answerCollection(space, request, url, path);
}

async function answerCollection(
	space: ManagedSpace,
	request: IncomingMessage,
	{ searchParams }: URL,
	[collection = "", id = "", action, locale = ""]: string[],
): Promise<unknown> {
	const { method, headers } = request;
	const isRead = method === "GET";
	const sent = await buffer(request);
	const values = (): Values => JSON.parse(sent.toString("utf8"));
	const items = space.of(action === "editor_interface" ? "editor_interfaces" : collection);
	/** Returns the stored resource, or throws when the request does not name its current version. */
	const current = () => {
		const item = requireItem(items, id);
		if (Number(headers["x-contentful-version"]) !== item.sys.version) throw refusal(409, "VersionMismatch");
		return item;
	};
	/** Creates or replaces a resource. */
	const write = ({ sys: given, ...more }: Values) => {
		const old = items.has(id) ? current() : undefined;
		const key = id || randomUUID();
		const resource: Resource = { ...more, sys: { ...given, version: 0, id: key, ...old?.sys } };
		items.set(key, resource);
		return touch(resource);
	};
	const list = (items: Iterable<Resource>) => {
		const [skip, limit] = [Number(searchParams.get("skip") ?? 0), Number(searchParams.get("limit") ?? 100)];
		const all = [...items];
		return { sys: { type: "Array" }, total: all.length, skip, limit, items: all.slice(skip, skip + limit) };
	};

	switch (collection) {
		case "uploads": {
			const uploadId = randomUUID();
			space.files.set(uploadId, sent);
			return { sys: { id: uploadId } };
		}
		case "public":
			return list([...space.published.values()].filter(({ sys }) => space.of(id).has(sys.id)));
		case "preview_api_keys":
			return { accessToken: `token-of-${id}` };
		case "webhook_settings":
			if (!isRead) space.signingSecret = values().value;
			return space.signingSecret ? {} : Promise.reject(notFound());
	}
	if (isRead) return id ? requireItem(items, id) : list(items.values());
	switch (action) {
		case "published":
			return publish(space, collection, current());
		case "archived":
			requireItem(items, id).sys.archivedVersion = method === "PUT" ? requireItem(items, id).sys.version : 0;
			return touch(requireItem(items, id));
		case "files":
			return processFile(space, current(), locale, headers.host);
	}
	if (items.get(id)?.sys.archivedVersion) throw refusal(400, "Cannot edit an archived item");
	switch (collection) {
		case "api_keys": {
			const preview_api_key = { sys: { id: `preview-${items.size}` } };
			return write({ ...values(), accessToken: `delivery-${items.size}`, preview_api_key });
		}
		case "entries": {
			const type = items.get(id)?.sys.contentType ?? linkTo(String(headers["x-contentful-content-type"]));
			const sentValues = values();
			refuseInvalid(checkSavedFields(sentValues.fields ?? {}, typeOf(space, type as Values), codesOf(space)));
			return write({ ...sentValues, sys: { contentType: type } });
		}
		case "content_types": {
			const sentValues = values();
			// The endpoint of an editor interface lies below its content type.
			if (action === "editor_interface") {
				refuseInvalid(
					checkControls(sentValues.controls, requireItem(space.publishedTypes, id) as Values as { fields: [] }),
				);
			} else {
				refuseInvalid(checkContentType(sentValues as { fields: [] }, space.publishedTypes.get(id) as never));
			}
			return write(sentValues);
		}
		default:
			return write(values());
	}
}

function refuseInvalid(errors: ValidationError[]): void {
	if (errors.length > 0) throw refusal(422, "ValidationFailed", errors);
}

/** Returns the published content type that an entry's link names. */
function typeOf(space: ManagedSpace, { sys }: Values) {
	return requireItem(space.publishedTypes, sys.id) as Values as { fields: [] };
}

function codesOf(space: ManagedSpace): string[] {
	return [...space.of("locales").values()].map(({ code }) => code);
}

const linkTo = (id: string) => ({ sys: { type: "Link", linkType: "ContentType", id } });

/** Processes the uploaded file of an asset: replaces the link to the upload by the file's URL and size. */
function processFile(space: ManagedSpace, asset: Resource, locale: string, host = ""): Resource {
	const { uploadFrom, fileName, contentType } = asset.fields.file[locale];
	const size = requireItem(space.files, uploadFrom.sys.id).byteLength;
	const url = `//${host}/files/${uploadFrom.sys.id}/${encodeURIComponent(fileName)}`;
	asset.fields.file[locale] = { fileName, contentType, url, details: { size } };
	return touch(asset);
}

function publish(space: ManagedSpace, collection: string, item: Resource): Resource {
	const { id } = item.sys;
	if (collection === "content_types") {
		const editors = space.of("editor_interfaces");
		const sys = { id: "default", version: 1, contentType: linkTo(id) };
		if (!editors.has(id)) editors.set(id, { sys, controls: [] });
		space.publishedTypes.set(id, structuredClone(item));
	} else if (collection === "assets") {
		if (Object.values(item.fields.file as Values).some(({ url }) => !url)) throw refusal(422, "ValidationFailed");
	} else {
		const standard = [...space.of("locales").values()].find((locale) => locale.default)?.code;
		refuseInvalid(checkPublishedFields(item.fields, typeOf(space, item.sys.contentType as Values), standard));
		checkLinks(space, item);
	}
	item.sys.publishedVersion = item.sys.version;
	touch(item);
	if (item.fields) space.published.set(id, structuredClone(item));
	return item;
}

/** Refuses to publish an entry that links to a missing entry or asset. */
function checkLinks(space: ManagedSpace, { fields }: Resource): void {
	const values = Object.values<Values>(fields).flatMap((byLocale) => Object.values(byLocale).flat());
	for (const { sys } of values.filter((value) => value?.sys?.type === "Link")) {
		requireItem(space.of(sys.linkType === "Entry" ? "entries" : "assets"), sys.id);
	}
}

function touch(resource: Resource): Resource {
	resource.sys.version++;
	return resource;
}

function requireItem<Value>(items: ReadonlyMap<string, Value>, id: string): Value {
	const item = items.get(id);
	if (!item) throw notFound();
	return item;
}
