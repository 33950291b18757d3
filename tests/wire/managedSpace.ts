import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import type { KeyValueMap } from "contentful-management";
import { expect, onTestFinished } from "vitest";
import { type Intercept, readBearerToken, startLoopback } from "../../demo/loopbackService.ts";
import {
	type ProvisioningSettings,
	requireProvisioningSettings,
} from "../../environment/environment.server.ts";
import { listFaults } from "../../scripts/shared/faults.ts";

const token = "CFPAT-wire-management-token-77ab";

/** JSON of a resource. Its properties beside `sys` depend on the collection. */
export type Resource = KeyValueMap & {
	sys: {
		id: string;
		version: number;
		publishedVersion?: number;
		archivedVersion?: number;
		/** Publishing status by locale. */
		fieldStatus?: { "*": Record<string, string> };
		contentType?: { sys: { id: string } } | undefined;
	};
};

/** Returns a value. Without the value, the stand-in responds with an HTTP status and a message. */
function refuseUnless<Value>(
	status: number,
	value: Value,
	message = `Refused with ${status}`,
): NonNullable<Value> {
	if (!value) throw Object.assign(new Error(message), { status });
	return value;
}

/** Returns the values of each item in a locale, by field. */
function valuesIn(locale: string, ...items: [Resource, Resource | undefined]) {
	return items.map((item) => {
		const fields = Object.entries<KeyValueMap>(item?.fields ?? {});
		return Object.fromEntries(fields.map(([name, byLocale]) => [name, byLocale[locale]]));
	}) as [KeyValueMap, KeyValueMap];
}

const previewKey = { sys: { id: "preview" } };

/** Resources of a Contentful space. Tests can change them. */
export class ManagedSpace {
	/** Resources by collection and id. Published entries are in the collection `public/entries`, for example. */
	readonly collections: Record<string, Map<string, Resource>> = {};
	/** Uploaded files, by upload id. */
	readonly files = new Map<string, Buffer>();
	/** Whether the plan includes locale-based publishing. */
	hasLocalePublishing = true;

	constructor(code = "en-US") {
		this.add("locales", "standard", { code, name: "English", default: true, fallbackCode: null });
		this.add("preview_api_keys", previewKey.sys.id, { accessToken: "preview-key" });
	}

	/** Secret with which Contentful signs its webhooks. */
	get signingSecret(): string | undefined {
		return this.of("webhook_settings").get("signing_secret")?.value;
	}

	of(collection: string): Map<string, Resource> {
		this.collections[collection] ??= new Map();
		return this.collections[collection];
	}

	item(collection: string, id: string): Resource {
		return refuseUnless(404, this.of(collection).get(id));
	}

	add(collection: string, id: string, values: KeyValueMap, sys: Partial<Resource["sys"]> = {}) {
		this.of(collection).set(id, { ...values, sys: { id, version: 1, ...sys } });
	}

	/** Stores a new resource, or the next version of a resource. */
	write(collection: string, id: string, values: KeyValueMap, typeId: unknown): Resource {
		const { sys } = this.of(collection).get(id) ?? { sys: { id, version: 0 } };
		if (typeId) {
			refuseUnless(422, this.item("content_types", `${typeId}`).sys.publishedVersion);
			Object.assign(sys, { contentType: { sys: { id: typeId } } });
		}
		if (collection === "api_keys")
			Object.assign(values, { accessToken: "delivery-key", preview_api_key: previewKey });
		this.add(collection, id, values, { ...sys, version: sys.version + 1 });
		const item = this.item(collection, id);
		const published = this.of(`public/${collection}`).get(id);
		const status = item.sys.fieldStatus?.["*"] ?? {};
		for (const locale of Object.keys(status)) {
			const isSame = isDeepStrictEqual(...valuesIn(locale, item, published));
			if (status[locale] === "published" && !isSame) status[locale] = "changed";
		}
		return item;
	}

	publish(collection: string, item: Resource, locales?: string[]): void {
		const { id } = item.sys;
		item.sys.publishedVersion = item.sys.version;
		if (collection === "content_types") {
			const contentType = { sys: { id } };
			if (!this.of("editor_interfaces").has(id))
				this.add("editor_interfaces", id, { controls: [] }, { contentType });
			return;
		}
		const values = Object.values<KeyValueMap>(item.fields).flatMap((byLocale) =>
			Object.values(byLocale).flat(),
		);
		for (const { sys, fileName, url } of values.map(Object)) {
			refuseUnless(422, !fileName || url);
			if (sys) this.item(sys.linkType === "Entry" ? "entries" : "assets", sys.id);
		}
		this.publishLocales(collection, item, locales);
	}

	/**
	 * Publishes an item, or its values in some locales:
	 * https://www.contentful.com/help/localization/locale-based-publishing
	 */
	publishLocales(collection: string, item: Resource, locales?: string[]): void {
		refuseUnless(403, !locales || this.hasLocalePublishing, "Your plan has no such publishing.");
		const { id } = item.sys;
		const before = this.of(`public/${collection}`).get(id);
		const fields: KeyValueMap = structuredClone(item.fields);
		const status: Record<string, string> = { ...item.sys.fieldStatus?.["*"] };
		for (const { code } of this.of("locales").values()) {
			if (!locales || locales.includes(code)) {
				status[code] = "published";
				continue;
			}
			status[code] ??= "draft";
			for (const name of Object.keys(fields)) fields[name][code] = before?.fields[name]?.[code];
		}
		item.sys.fieldStatus = { "*": status };
		// Removes values that are undefined.
		const published = JSON.parse(JSON.stringify({ ...item, fields }));
		this.of(`public/${collection}`).set(id, published);
	}
}

/**
 * Responds as Contentful's Management API, Upload API and file host do:
 * https://www.contentful.com/developers/docs/references/content-management-api/
 */
async function respond(space: ManagedSpace, request: IncomingMessage, { pathname }: URL) {
	const { method, headers } = request;
	const path = pathname
		.replace(/\/environments\/\w+/, "")
		.slice(1)
		.split("/");
	const [root, id = "", name, itemId = randomUUID(), action, locale = ""] = path;
	if (root === "files") return refuseUnless(404, space.files.get(id));
	const sentToken = readBearerToken(request);
	refuseUnless(401, sentToken === token, `CFPAT-${sentToken} is no token of this space.`);
	const body = await buffer(request);
	if (!name) return { name: "Empty practice" };
	if (name === "public") return list(space.of(`public/${itemId}`));
	if (name === "uploads") {
		space.files.set(itemId, body);
		return { sys: { id: itemId } };
	}
	const collection = action === "editor_interface" ? "editor_interfaces" : name;
	const items = space.of(collection);
	if (method === "GET") return path[3] ? space.item(collection, itemId) : list(items);
	if (!action || action === "editor_interface") {
		const values = JSON.parse(body.toString());
		return space.write(collection, itemId, values, headers["x-contentful-content-type"]);
	}
	const item = space.item(collection, itemId);
	if (action === "archived") item.sys.archivedVersion = item.sys.version;
	if (action === "published") {
		const { add } = JSON.parse(body.toString() || "{}") ?? {};
		space.publish(collection, item, add?.fields["*"]);
	}
	if (action === "files") {
		// Replaces the link to the upload by the URL of the file.
		const { uploadFrom, fileName, contentType } = item.fields.file[locale];
		const url = `//${headers.host}/files/${uploadFrom.sys.id}/${encodeURIComponent(fileName)}`;
		item.fields.file[locale] = { fileName, contentType, url };
	}
	item.sys.version++;
	return item;
}

const list = (items: Map<string, Resource>) => ({
	total: items.size,
	skip: 0,
	limit: 1000,
	items: [...items.values()],
});

export type SpaceOptions = {
	intercept?: Intercept;
	/** Environment variables, in addition to the variables that `serveSpace` sets. */
	environment?: Record<string, string | undefined> | undefined;
	/** Vitest hook in which the stand-in for Contentful is stopped. Default: `onTestFinished`. */
	atEnd?: (task: () => Promise<void>) => void;
};

/** Starts a stand-in for Contentful that serves a space. */
export async function serveSpace(
	space: ManagedSpace,
	{ intercept, environment, atEnd = onTestFinished }: SpaceOptions = {},
) {
	const service = await startLoopback({ intercept }, async (request, url) => {
		let status = 200;
		const body = await respond(space, request, url).catch((error) => {
			if (!error.status) throw error;
			status = error.status;
			return { message: error.message };
		});
		const headers = { "Content-Type": "application/vnd.contentful.management.v1+json" };
		return { status, headers, body: Buffer.isBuffer(body) ? body : JSON.stringify(body) };
	});
	atEnd(service.close);
	const variables = {
		CONTENTFUL_MANAGEMENT_TOKEN: token,
		CONTENTFUL_API_URL: service.url,
		CONTENTFUL_SPACE_ID: "m4nagedspace",
		SITE_URL: "https://clinic.example",
		...environment,
	};
	const readWrites = () => service.requests.filter((line) => !line.startsWith("GET"));
	return { variables, readWrites };
}

type RunOptions = { log: (line: string) => void; confirm: () => Promise<boolean> };

/** Serves a space, and runs a task with it. Expects that the task discloses no secrets. */
export async function runWithSpace<Result>(
	space: ManagedSpace,
	options: SpaceOptions,
	task: (settings: ProvisioningSettings, options: RunOptions) => Promise<Result>,
) {
	const { variables, readWrites } = await serveSpace(space, options);
	const lines: string[] = [];
	const settings = requireProvisioningSettings(variables);
	const run = { log: (line: string) => lines.push(line), confirm: async () => true };
	const outcome = await task(settings, run).then(
		(result) => ({ result, faults: [] as string[] }),
		(error: unknown) => ({ result: undefined, faults: listFaults(error) }),
	);
	expect([...lines, ...outcome.faults].join("\n")).not.toMatch(/CFPAT|delivery-/);
	return { ...outcome, log: lines.join("\n"), writes: readWrites() };
}
