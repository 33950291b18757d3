import { createHash, randomUUID } from "node:crypto";
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
type Validation = Values & { message?: string };

/** What a space holds; a test may change it. */
export class ManagedSpace {
	readonly locales = new Map<string, Resource>();
	readonly contentTypes = new Map<string, Resource>();
	readonly editorInterfaces = new Map<string, Resource>();
	readonly entries = new Map<string, Resource>();
	readonly assets = new Map<string, Resource>();
	readonly uploads = new Map<string, Buffer>();
	readonly apiKeys = new Map<string, Resource>();
	readonly webhooks = new Map<string, Resource>();
	signingSecret: string | undefined;

	constructor(defaultLocale = "en-US") {
		const values = { code: defaultLocale, name: "English", default: true, fallbackCode: null, optional: false };
		this.locales.set("standard", { sys: { id: "standard", version: 1, type: "Locale" }, ...values });
	}
}

export type ManagementOptions = LoopbackOptions & {
	space: ManagedSpace;
	spaceId: string;
	token: string;
};

/** Milliseconds that a picture takes to be ready. */
const processing = 5;

class ApiError extends Error {
	readonly status: number;
	readonly id: string;
	readonly errors: unknown[];

	constructor(status: number, id: string, message: string, errors: unknown[] = []) {
		super(message);
		this.status = status;
		this.id = id;
		this.errors = errors;
	}
}

const notFound = () => new ApiError(404, "NotFound", "The resource could not be found.");
const invalid = (errors: unknown[]) => new ApiError(422, "ValidationFailed", "Validation error", errors);

/**
 * A stand-in of Contentful's management and upload APIs for one space with the environment master, on 127.0.0.1. It keeps the rules that
 * matter to whoever fills a space: versions, content types before entries, validation at publishing, pictures that take a while.
 * https://www.contentful.com/developers/docs/references/content-management-api/
 */
export function startManagement(options: ManagementOptions): Promise<LoopbackService> {
	return startLoopback(options, async (request, url): Promise<Reply> => {
		const headers = { "Content-Type": "application/vnd.contentful.management.v1+json" };
		try {
			const body = await answer(options, request, url);
			return { status: 200, headers, body: JSON.stringify(body) };
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			const { status, id, message, errors } = error;
			const body = { sys: { type: "Error", id }, message, details: { errors }, requestId: randomUUID() };
			return { status, headers, body: JSON.stringify(body) };
		}
	});
}

async function answer(options: ManagementOptions, request: IncomingMessage, url: URL): Promise<unknown> {
	const { space, spaceId, token } = options;
	if (authorizationSecret(request) !== token) {
		throw new ApiError(401, "AccessTokenInvalid", "The access token you sent could not be found or is invalid.");
	}
	const [spaces, id, ...path] = url.pathname.slice(1).split("/").map(decodeURIComponent);
	if (spaces !== "spaces" || id !== spaceId) throw notFound();
	const sent = await buffer(request);
	const call: Call = {
		space,
		method: request.method ?? "GET",
		version: Number(request.headers["x-contentful-version"] ?? 0),
		contentType: String(request.headers["x-contentful-content-type"] ?? ""),
		query: url.searchParams,
		sent,
		body: () => JSON.parse(sent.toString("utf8")) as Values,
	};
	if (path.length === 0) return { sys: { id, type: "Space", version: 1 }, name: "Empty practice" };
	if (path[0] !== "environments") return answerSpace(call, path);
	if (path[1] !== "master") throw notFound();
	if (path.length === 2) return { sys: { id: "master", type: "Environment", version: 1 }, name: "master" };
	return answerEnvironment(call, path.slice(2));
}

type Call = {
	space: ManagedSpace;
	method: string;
	version: number;
	contentType: string;
	query: URLSearchParams;
	sent: Buffer;
	body: () => Values;
};

function answerSpace(call: Call, [collection, id]: string[]): unknown {
	const { space } = call;
	switch (collection) {
		case "api_keys":
			if (call.method === "GET") return list(call, space.apiKeys);
			return write(call, space.apiKeys, randomUUID(), "ApiKey", {
				...call.body(),
				accessToken: `delivery-${space.apiKeys.size}`,
				preview_api_key: { sys: { type: "Link", linkType: "PreviewApiKey", id: `preview-${space.apiKeys.size}` } },
			});
		case "preview_api_keys":
			return { sys: { id, type: "PreviewApiKey" }, accessToken: `token-of-${id}` };
		case "webhook_definitions":
			if (call.method === "GET") return list(call, space.webhooks);
			return write(call, space.webhooks, id ?? randomUUID(), "WebhookDefinition", call.body());
		case "webhook_settings": {
			if (call.method === "PUT") {
				const { value } = call.body();
				if (!/^[0-9a-zA-Z+/=_-]{64}$/.test(value)) throw invalid([{ name: "regexp", path: "value" }]);
				space.signingSecret = value;
			}
			if (!space.signingSecret) throw notFound();
			return { sys: { type: "WebhookSigningSecret" }, redactedValue: space.signingSecret.slice(-4) };
		}
		default:
			throw notFound();
	}
}

function answerEnvironment(call: Call, [collection, id, action, locale]: string[]): unknown {
	const { space, method } = call;
	switch (collection) {
		case "uploads": {
			const uploadId = createHash("md5").update(call.sent).digest("hex");
			space.uploads.set(uploadId, call.sent);
			return { sys: { id: uploadId, type: "Upload" } };
		}
		case "locales": {
			if (method === "GET") return list(call, space.locales);
			const values = call.body();
			const codes = [...space.locales.values()].map(({ code }) => code);
			if (!id && codes.includes(values.code)) throw invalid([{ name: "taken", path: "code" }]);
			if (values.fallbackCode && !codes.includes(values.fallbackCode)) throw invalid([{ name: "fallbackCode" }]);
			return write(call, space.locales, id ?? randomUUID(), "Locale", { default: false, ...values });
		}
		case "editor_interfaces":
			return list(call, space.editorInterfaces);
		case "content_types":
			return answerContentType(call, id, action);
		case "entries":
		case "assets": {
			const items = space[collection];
			if (!id) return list(call, items);
			if (method === "GET") return found(items, id);
			if (action === "published") return publish(call, items, id, () => check(space, collection, found(items, id)));
			if (action === "archived") {
				delete found(items, id).sys.archivedVersion;
				return touch(found(items, id));
			}
			if (action === "files") return processFile(call, found(items, id), locale ?? "");
			if (items.get(id)?.sys.archivedVersion) throw new ApiError(400, "BadRequest", "Cannot edit an archived item");
			return collection === "assets" ? writeAsset(call, id) : writeEntry(call, id);
		}
		default:
			throw notFound();
	}
}

function answerContentType(call: Call, id: string | undefined, action: string | undefined): unknown {
	const { space } = call;
	if (!id) return list(call, space.contentTypes);
	if (action === "editor_interface") {
		if (call.method === "GET") return found(space.editorInterfaces, id);
		const { controls } = call.body();
		const known = found(space.contentTypes, id).fields.map((field: Values) => field.id);
		const unknown = controls.filter(({ fieldId }: Values) => !known.includes(fieldId));
		if (unknown.length > 0) throw invalid(unknown.map(({ fieldId }: Values) => ({ name: "unknown", path: fieldId })));
		return write(call, space.editorInterfaces, id, "EditorInterface", { controls });
	}
	if (call.method === "GET") return found(space.contentTypes, id);
	if (action === "published") {
		const published = publish(call, space.contentTypes, id, () => {});
		if (!space.editorInterfaces.has(id)) {
			const contentType = { sys: { type: "Link", linkType: "ContentType", id } };
			const sys = { id: "default", version: 1, type: "EditorInterface", contentType };
			space.editorInterfaces.set(id, {
				sys,
				controls: published.fields.map((field: Values) => ({ fieldId: field.id })),
			});
		}
		return published;
	}
	const values = call.body();
	for (const field of values.fields) {
		if (!field.id || !field.name || !field.type) throw invalid([{ name: "required", path: ["fields"] }]);
	}
	const { displayField } = values;
	const title = values.fields.find((field: Values) => field.id === displayField);
	if (displayField !== undefined && title?.type !== "Symbol") throw invalid([{ name: "displayField" }]);
	const old = space.contentTypes.get(id)?.fields ?? [];
	const lost = old.filter((field: Values) => !values.fields.some((other: Values) => other.id === field.id));
	if (lost.length > 0) throw invalid([{ name: "The property must be omitted before it is deleted", path: lost[0].id }]);
	return write(call, space.contentTypes, id, "ContentType", values);
}

function writeEntry(call: Call, id: string): Resource {
	const { space } = call;
	const typeId = space.entries.get(id)?.sys.contentType ? undefined : call.contentType;
	const contentType = space.entries.get(id)?.sys.contentType ?? {
		sys: { type: "Link", linkType: "ContentType", id: typeId },
	};
	const type = space.contentTypes.get((contentType as Values).sys.id);
	if (!type?.sys.publishedVersion) throw invalid([{ name: "unknownContentType", value: typeId }]);
	const { fields } = call.body();
	for (const [name, values] of Object.entries(fields as Record<string, Values>)) {
		const field = type.fields.find((candidate: Values) => candidate.id === name);
		if (!field) throw invalid([{ name: "unknown", path: ["fields", name] }]);
		const codes = [...space.locales.values()]
			.filter((locale) => field.localized || locale.default)
			.map(({ code }) => code);
		const strange = Object.keys(values).find((code) => !codes.includes(code));
		if (strange) throw invalid([{ name: "unknown", path: ["fields", name, strange], details: `No locale ${strange}` }]);
	}
	return write(call, space.entries, id, "Entry", { fields }, { contentType });
}

function writeAsset(call: Call, id: string): Resource {
	const { space } = call;
	const { fields } = call.body();
	const file: Values = {};
	for (const [code, value] of Object.entries((fields.file ?? {}) as Values)) {
		const content = space.uploads.get(value.uploadFrom?.sys.id);
		if (value.uploadFrom && !content) throw invalid([{ name: "notResolvable", path: ["fields", "file", code] }]);
		file[code] = value;
	}
	return write(call, space.assets, id, "Asset", { fields: { ...fields, file } });
}

/** Answers at once; the picture is ready later. */
function processFile(call: Call, asset: Resource, locale: string): unknown {
	expectVersion(call, asset);
	const { uploadFrom, fileName, contentType } = asset.fields.file[locale];
	const size = call.space.uploads.get(uploadFrom?.sys.id)?.byteLength ?? 0;
	void wait(processing).then(() => {
		const url = `//images.ctfassets.net/${asset.sys.id}/${fileName}`;
		asset.fields.file[locale] = { fileName, contentType, url, details: { size } };
		touch(asset);
	});
	return "";
}

/** What must be so before an entry or picture can be published. */
function check(space: ManagedSpace, collection: "entries" | "assets", { sys, fields }: Resource): void {
	if (collection === "assets") {
		const raw = Object.values(fields.file as Values).filter(({ url }) => !url);
		if (raw.length > 0) throw invalid([{ name: "notProcessed", path: ["fields", "file"] }]);
		return;
	}
	const type = found(space.contentTypes, (sys.contentType as Values).sys.id);
	const errors = type.fields.flatMap((field: Values) => {
		const values = Object.values((fields[field.id] ?? {}) as Values);
		const missing = field.required && values.length === 0 ? [{ name: "required", path: ["fields", field.id] }] : [];
		const wrong = values.flatMap((value) => [
			...field.validations.flatMap((validation: Validation) => (meets(space, validation, value) ? [] : [validation])),
			...(field.items?.validations ?? []).flatMap((validation: Validation) =>
				value.every((item: Values) => meets(space, validation, item)) ? [] : [validation],
			),
			...(field.type === "Symbol" && String(value).length > 256 ? [{ message: "too long" }] : []),
		]);
		return [
			...missing,
			...wrong.map(({ message }) => ({ name: "invalid", details: message, path: ["fields", field.id] })),
		];
	});
	if (errors.length > 0) throw invalid(errors);
}

function meets(space: ManagedSpace, validation: Validation, value: Values): boolean {
	if (validation.regexp) return new RegExp(validation.regexp.pattern).test(String(value));
	if (validation.linkContentType) {
		const type = space.entries.get(value.sys.id)?.sys.contentType as Values | undefined;
		return validation.linkContentType.includes(type?.sys.id);
	}
	if (validation.linkMimetypeGroup) {
		const file = Object.values((space.assets.get(value.sys.id)?.fields.file ?? {}) as Values);
		return file.length > 0 && file.every(({ contentType }) => contentType.startsWith("image/"));
	}
	const nodes = nodesIn(value);
	if (validation.enabledMarks) {
		return nodes.every(({ marks = [] }) => marks.every(({ type }: Values) => validation.enabledMarks.includes(type)));
	}
	if (validation.enabledNodeTypes) {
		// Always allowed, or a part of something that is named.
		const others = /^(document|paragraph|text|list-item|table-(row|cell|header-cell))$/;
		return nodes.every(({ nodeType }) => others.test(nodeType) || validation.enabledNodeTypes.includes(nodeType));
	}
	throw new Error(`The stand-in does not know the validation ${JSON.stringify(validation)}`);
}

function nodesIn(node: Values): Values[] {
	return [node, ...((node.content ?? []) as Values[]).flatMap(nodesIn)];
}

function expectVersion({ version }: Call, { sys }: Resource): void {
	if (version !== sys.version) throw new ApiError(409, "VersionMismatch", "Version mismatch");
}

function publish(call: Call, items: Items, id: string, check: () => void): Resource {
	const item = found(items, id);
	expectVersion(call, item);
	check();
	item.sys.publishedVersion = item.sys.version;
	return touch(item);
}

/** Makes or replaces a resource. Only who knows its version may replace it. */
function write(call: Call, items: Items, id: string, type: string, values: Values, sys: Values = {}): Resource {
	const old = items.get(id);
	if (old) expectVersion(call, old);
	const resource: Resource = { ...values, sys: { version: 0, id, ...old?.sys, ...sys, type } };
	items.set(id, resource);
	return touch(resource);
}

function touch(resource: Resource): Resource {
	resource.sys.version++;
	return resource;
}

function found(items: Items, id: string): Resource {
	const item = items.get(id);
	if (!item) throw notFound();
	return item;
}

function list({ query }: Call, items: Items): unknown {
	const [skip, limit] = [Number(query.get("skip") ?? 0), Number(query.get("limit") ?? 100)];
	const all = [...items.values()];
	return { sys: { type: "Array" }, total: all.length, skip, limit, items: all.slice(skip, skip + limit) };
}
