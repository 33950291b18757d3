import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { AssetProps, ContentFields, Control, PlainClientAPI } from "contentful-management";
import type { SpaceTypes } from "./contentTypes.ts";
import {
	type Item,
	isEntry,
	listItems,
	pathOfFile,
	type SpaceContent,
	stateOf,
} from "./spaceContent.ts";

/** Writes of one kind, such as all content types. `details` are lines of the plan about them. */
export type WriteGroup = {
	name: string;
	/** `action` is the words after "Contentful refuses to" in an error message, such as "add the locale ru". */
	writes: { action: string; run: () => Promise<unknown> }[];
	details?: string[];
};

/** Space to which content is added. `folder` has the files of the assets. */
export type Target = {
	client: PlainClientAPI;
	found: SpaceContent;
	wanted: SpaceContent;
	folder: string;
};

/** Plans the writes that add content to a space. Entries and assets that the space has keep their content. */
export function planContent(target: Target): WriteGroup[] {
	const { client, found, wanted } = target;
	const locales: WriteGroup = { name: "locales", writes: [] };
	for (const { code, name, fallbackCode, optional } of wanted.locales) {
		if (found.locales.some((locale) => locale.code === code)) continue;
		locales.writes.push({
			action: `add the locale ${code}`,
			run: () => client.locale.create({}, { code, name, fallbackCode, optional }),
		});
	}
	const tags: WriteGroup = { name: "tags", writes: [] };
	for (const tag of wanted.tags) {
		const { id } = tag.sys;
		if (found.tags.some(({ sys }) => sys.id === id)) continue;
		tags.writes.push({
			action: `add the tag ${id}`,
			run: () => client.tag.createWithId({ tagId: id }, tag),
		});
	}
	return [locales, planContentTypes(target), tags, planItems(target)];
}

/**
 * Plans the writes that add missing content types and fields to a space, and replace validations and help texts. Fields
 * keep the types that they have in the space.
 */
function planContentTypes({ client, found, wanted }: Target): WriteGroup {
	const details: string[] = [];
	const group: WriteGroup = { name: "content types", writes: [], details };
	for (const { sys, ...type } of wanted.contentTypes) {
		const params = { contentTypeId: sys.id };
		const current = found.contentTypes.find((one) => one.sys.id === sys.id);
		const currentControls = editorOf(found, sys.id)?.controls;
		const wantedEditor = editorOf(wanted, sys.id);
		const { fields, notes } = mergeFields(type.fields, current?.fields);
		const controls = mergeControls(wantedEditor?.controls, currentControls);
		const updated = current && { ...current, description: type.description, fields };
		details.push(...notes.map((note) => `${sys.id}: ${note}`));
		const isSame = areEqual([updated, controls], [current, currentControls]);
		if (current && isSame && stateOf(current) === "published") continue;
		group.writes.push({
			action: `write the content type ${sys.id}`,
			run: async () => {
				// Contentful refuses the update when somebody has changed the type since it was fetched.
				const written = updated
					? await client.contentType.update(params, updated)
					: await client.contentType.createWithId(params, type);
				await client.contentType.publish(params, written);
				// The editor interface exists only after publishing.
				const editor = await client.editorInterface.get(params);
				const values = { ...editor, ...wantedEditor, controls, sys: editor.sys };
				await client.editorInterface.update(params, values);
			},
		});
	}
	return group;
}

const editorOf = ({ editorInterfaces }: SpaceTypes, id: string) =>
	editorInterfaces.find(({ sys }) => sys.contentType.sys.id === id);

/** Adds missing fields, and replaces the validations of the others. `notes` says what is added and what stays. */
function mergeFields(wantedFields: ContentFields[], current = wantedFields) {
	const fields = [...current];
	const notes: string[] = [];
	for (const wanted of wantedFields) {
		const index = fields.findIndex(({ id }) => id === wanted.id);
		const found = fields[index];
		if (!found) {
			fields.push(wanted);
			notes.push(`add field ${describe(wanted)}`);
		} else if (describe(found) === describe(wanted)) {
			const { required, validations, items } = wanted;
			fields[index] = { ...found, required, validations, items } as ContentFields;
		} else {
			notes.push(
				`field ${describe(found)} stays as it is, because types cannot be changed; a new space has ${describe(wanted)}`,
			);
		}
	}
	return { fields, notes };
}

/** Describes a field with its type, such as `reviews (Array Link Entry, the same in both languages)`. */
function describe({ id, type, linkType, items, localized }: ContentFields): string {
	const types = [type, linkType, items?.type, items?.linkType].filter(Boolean);
	const languages = localized ? "in both languages" : "the same in both languages";
	return `${id} (${types.join(" ")}, ${languages})`;
}

/** Replaces help texts. Keeps the widgets that the space has. */
function mergeControls(wantedControls: Control[] = [], current: Control[] = []): Control[] {
	const controls = new Map(current.map((control) => [control.fieldId, control]));
	for (const wanted of wantedControls) {
		const found = controls.get(wanted.fieldId);
		const settings = { ...found?.settings, ...wanted.settings };
		controls.set(wanted.fieldId, { ...wanted, ...found, settings });
	}
	return [...controls.values()];
}

/** Compares two values. Ignores `null` properties, because Contentful returns unset properties as `null`. */
function areEqual(...values: [unknown, unknown]): boolean {
	const [one, other] = values.map((value) =>
		JSON.parse(JSON.stringify(value, (_, part) => part ?? undefined)),
	);
	return isDeepStrictEqual(one, other);
}

/**
 * Plans the writes for entries and assets: first all contents, then states, because Contentful refuses to publish an
 * entry that links to a missing item.
 */
function planItems(target: Target): WriteGroup {
	const { found, wanted } = target;
	const contents: WriteGroup["writes"] = [];
	const states: typeof contents = [];
	for (const item of listItems(wanted)) {
		const { id } = item.sys;
		const state = stateOf(item);
		const current = listItems(found).find(({ sys }) => sys.id === id);
		const published = listItems(wanted.published).find(({ sys }) => sys.id === id);
		let latest = current;
		if (!current) {
			// `item` also contains unpublished changes, which are written after the publishing.
			const content = state === "changed" && published ? published : item;
			contents.push({
				action: `add "${id}"`,
				run: async () => {
					latest = await writeItem(target, content);
				},
			});
		}
		if (state === "draft" || (current && stateOf(current) === state)) continue;
		states.push({
			action: `${state === "archived" ? "archive" : "publish"} "${id}"`,
			run: async () => {
				// Otherwise the content was refused.
				if (latest) await setState(target, item, latest);
			},
		});
	}
	const name = "pictures and entries, first written, then published";
	return { name, writes: [...contents, ...states] };
}

/**
 * Archives `latest`, or publishes it in the locales in which `item` was published. A plan without locale-based
 * publishing refuses a choice of locales: https://github.com/contentful/contentful-import/pull/1704. All locales are
 * then published, unless others have values.
 */
async function setState(target: Target, item: Item, latest: Item) {
	const { endpoint, params } = describeRequests(target.client, item);
	const state = stateOf(item);
	if (state === "archived") return endpoint.archive(params);
	const data = latest as AssetProps;
	const statuses = Object.entries(item.sys.fieldStatus?.["*"] ?? {});
	const locales = statuses.flatMap(([locale, status]) => (status === "draft" ? [] : locale));
	const choice = locales.length < statuses.length ? { locales } : {};
	const visible = await endpoint.publish({ ...params, ...choice }, data).catch((error) => {
		const filled = Object.values(latest.fields).flatMap(Object.keys);
		if (filled.some((locale) => !locales.includes(locale))) throw error;
		return endpoint.publish(params, data);
	});
	if (state === "changed") await writeItem(target, item, visible);
}

/** Returns the requests for an item. Those for entries and assets differ in the parameters only. */
function describeRequests({ entry, asset }: PlainClientAPI, item: Item) {
	const { id } = item.sys;
	return {
		endpoint: (isEntry(item) ? entry : asset) as unknown as PlainClientAPI["asset"],
		params: {
			entryId: id,
			assetId: id,
			contentTypeId: isEntry(item) ? item.sys.contentType.sys.id : undefined,
		},
	};
}

/** Creates an item, or replaces the content of the existing item `old`. */
async function writeItem(target: Target, item: Item, old?: Item): Promise<Item> {
	const { endpoint, params } = describeRequests(target.client, item);
	const values = { ...old, fields: item.fields, metadata: { tags: item.metadata?.tags ?? [] } };
	if (!isEntry(item)) values.fields = { ...item.fields, file: await uploadFiles(target, item) };
	const data = values as AssetProps;
	const written = await (old ? endpoint.update(params, data) : endpoint.createWithId(params, data));
	if (isEntry(item)) return written;
	const options = { processingCheckRetries: 20 };
	return target.client.asset.processForAllLocales({}, written, options);
}

/** Uploads the files of an asset. Returns the value of its field `file`. */
async function uploadFiles({ client, folder }: Target, item: AssetProps) {
	const uploads: AssetProps["fields"]["file"] = {};
	for (const [locale, { fileName, contentType, url }] of Object.entries(item.fields.file ?? {})) {
		const content = await readFile(pathOfFile(folder, `${url}`));
		// The request needs an `ArrayBuffer` with only the file's bytes. A Node buffer can be a slice of a larger
		// `ArrayBuffer`, so its bytes are copied.
		const { sys } = await client.upload.create({}, { file: new Uint8Array(content).buffer });
		const link = { type: "Link", linkType: "Upload", id: sys.id } as const;
		uploads[locale] = { fileName, contentType, uploadFrom: { sys: link } };
	}
	return uploads;
}
