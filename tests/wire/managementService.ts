import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import {
	type LoopbackOptions,
	readBearerToken,
	startLoopback,
} from "../../demo/loopbackService.ts";

type Validation = Record<string, unknown>;
export type ManagedField = {
	id: string;
	name?: string;
	type: string;
	localized?: boolean;
	required?: boolean;
	validations?: Validation[];
	items?: { type: string; validations?: Validation[] };
};

type Link = { sys: { id: string; type?: string; linkType?: string } };
type Resource = {
	sys: {
		id: string;
		version: number;
		publishedVersion?: number;
		archivedVersion?: number;
		contentType?: Link;
	};
	[property: string]: unknown;
};
export type AssetFile = {
	fileName: string;
	contentType: string;
	url?: string;
	uploadFrom?: Link;
};

/** Entry or asset, with its values by field and locale. */
export type Item = Resource & {
	fields: Record<string, Record<string, unknown>>;
	metadata?: { tags: Link[] };
};

interface Collections {
	content_types: Resource & { fields: ManagedField[] };
	editor_interfaces: Resource & {
		controls: { fieldId: string; settings?: Record<string, unknown> }[];
	};
	entries: Item;
	assets: Item & { fields: { file?: Record<string, AssetFile> } };
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
		const values = { code, name: "English", default: true, fallbackCode: null };
		this.of("locales").set("standard", { sys: { id: "standard", version: 1 }, ...values });
	}

	of<Name extends string>(collection: Name): Map<string, Collections[Name]> {
		this.collections[collection] ??= new Map();
		return this.collections[collection] as Map<string, Collections[Name]>;
	}

	item<Name extends string>(collection: Name, id: string): Collections[Name] {
		return requireValue(this.of(collection).get(id));
	}
}

type ManagementOptions = LoopbackOptions & { space: ManagedSpace; spaceId: string; token: string };

const refusal = (status: number, message: string) => Object.assign(new Error(message), { status });

function requireValue<Value>(value: Value | undefined): Value {
	if (value === undefined) throw refusal(404, "NotFound");
	return value;
}

/**
 * Starts a stand-in for Contentful's Management API, Upload API and file host.
 * https://www.contentful.com/developers/docs/references/content-management-api/
 */
export function startManagement(options: ManagementOptions) {
	const headers = { "Content-Type": "application/vnd.contentful.management.v1+json" };
	return startLoopback(options, async (request, url) => {
		try {
			const body = await respond(options, request, url);
			if (Buffer.isBuffer(body)) return { status: 200, headers: {}, body };
			return { status: 200, headers, body: JSON.stringify(body) };
		} catch (error) {
			const { status, message } = error as ReturnType<typeof refusal>;
			if (!status) throw error;
			return { status, headers, body: JSON.stringify({ sys: { id: message }, message }) };
		}
	});
}

async function respond(
	{ space, spaceId, token }: ManagementOptions,
	request: IncomingMessage,
	url: URL,
): Promise<unknown> {
	const [root, id = "", ...path] = url.pathname.slice(1).split("/").map(decodeURIComponent);
	if (root === "files") return requireValue(space.files.get(id));
	if (readBearerToken(request) !== token) throw refusal(401, "AccessTokenInvalid");
	if (root !== "spaces" || id !== spaceId) throw refusal(404, "NotFound");
	if (path[0] === "environments") path.splice(0, 2);
	const [collection, itemId = "", action, locale = ""] = path;
	const body = await buffer(request);
	switch (collection) {
		case undefined:
			return { sys: { id: spaceId }, name: "Empty practice" };
		case "uploads": {
			const uploadId = randomUUID();
			space.files.set(uploadId, body);
			return { sys: { id: uploadId } };
		}
		case "preview_api_keys":
			return { accessToken: `token-of-${itemId}` };
		case "webhook_settings":
			space.signingSecret = JSON.parse(body.toString()).value;
			return {};
		case "public":
			return list([...space.published.values()].filter(({ sys }) => space.of(itemId).has(sys.id)));
	}
	const name = action === "editor_interface" ? "editor_interfaces" : collection;
	const items = space.of(name);
	if (request.method === "GET") return itemId ? space.item(name, itemId) : list(items.values());
	const version = Number(request.headers["x-contentful-version"]);
	if (
		items.has(itemId) &&
		action !== "archived" &&
		version !== space.item(name, itemId).sys.version
	)
		throw refusal(409, "VersionMismatch");
	return change(space, name, itemId, { action, locale, headers: request.headers, body });
}

type Change = {
	action: string | undefined;
	locale: string;
	headers: IncomingMessage["headers"];
	body: Buffer;
};

function change(
	space: ManagedSpace,
	collection: string,
	id: string,
	{ action, locale, headers, body }: Change,
): Resource {
	if (!action || action === "editor_interface") {
		const type = headers["x-contentful-content-type"];
		return write(space, collection, id, JSON.parse(body.toString()), type);
	}
	const item = space.item(collection, id);
	if (action === "archived") item.sys.archivedVersion = item.sys.version;
	if (action === "published") publish(space, collection, item);
	if (action === "files") processFile(space, item as Collections["assets"], locale, headers.host);
	item.sys.version++;
	return item;
}

function list(values: Iterable<Resource>) {
	const items = [...values];
	return { total: items.length, skip: 0, limit: 1000, items };
}

/** Stores a new resource, or the next version of a resource. */
function write(
	space: ManagedSpace,
	collection: string,
	id: string,
	values: Record<string, unknown>,
	type: unknown,
): Resource {
	const items = space.of(collection);
	const sys: Resource["sys"] = items.get(id)?.sys ?? { id: id || randomUUID(), version: 0 };
	if (type) sys.contentType = linkTo(String(type));
	if (sys.contentType && !space.item("content_types", sys.contentType.sys.id).sys.publishedVersion)
		throw refusal(422, "ValidationFailed");
	const resource = { ...values, sys };
	if (collection === "api_keys") Object.assign(resource, key);
	sys.version++;
	items.set(id || sys.id, resource);
	return resource;
}

const key = { accessToken: "delivery-key", preview_api_key: { sys: { id: "preview" } } };

const linkTo = (id: string) => ({ sys: { type: "Link", linkType: "ContentType", id } });

function publish(space: ManagedSpace, collection: string, item: Resource): void {
	const { id, version } = item.sys;
	item.sys.publishedVersion = version;
	if (collection === "content_types") {
		const sys = { id: "default", version: 1, contentType: linkTo(id) };
		const editors = space.of("editor_interfaces");
		if (!editors.has(id)) editors.set(id, { sys, controls: [] });
		return;
	}
	const { fields } = item as Item;
	for (const value of Object.values(fields).flatMap((byLocale) => Object.values(byLocale).flat())) {
		const { sys, url, fileName } = Object(value) as Link & AssetFile;
		if (fileName && !url) throw refusal(422, "ValidationFailed");
		if (sys) space.item(sys.linkType === "Entry" ? "entries" : "assets", sys.id);
	}
	const published = structuredClone(item as Item);
	published.sys.version++;
	space.published.set(id, published);
}

/** Processes the uploaded file of an asset: replaces the link to the upload by the URL of the file. */
function processFile(
	space: ManagedSpace,
	{ fields: { file = {} } }: Collections["assets"],
	locale: string,
	host: string | undefined,
): void {
	const { uploadFrom, fileName, contentType } = requireValue(file[locale]);
	const { id } = requireValue(uploadFrom).sys;
	requireValue(space.files.get(id));
	const url = `//${host}/files/${id}/${encodeURIComponent(fileName)}`;
	file[locale] = { fileName, contentType, url };
}
