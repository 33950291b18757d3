import { isDeepStrictEqual } from "node:util";
import type { EditorInterfaceProps, PlainClientAPI } from "contentful-management";
import { defaultLocale } from "../../content/locales.ts";
import { FaultsError } from "../shared/faults.ts";
import { compareType } from "./compareType.ts";
import { filesOf, type Item, type SpaceContent, stateOf } from "./spaceContent.ts";
import { type SpaceWrite, toStatus, type WriteGroup } from "./spaceWrites.ts";
import { writeContentType } from "./writeContentType.ts";
import { createAssetWriter, createEntryWriter, type Writer } from "./writeItems.ts";

type Target = {
	found: SpaceContent;
	wanted: SpaceContent;
	/** Folder with the asset files to upload. */
	folder: string;
	processingWaitMs: number;
};

/** Maximum number of concurrent writes. The number is low, because Contentful limits requests to ten per second. */
const concurrency = 4;

/**
 * Plans the writes that turn a space's content into the wanted content, and lists conflicts with editors' changes.
 * @throws FaultsError when the space has another default locale than the site
 */
export function planContent(
	client: PlainClientAPI,
	target: Target,
): { groups: WriteGroup[]; conflictingIds: string[] } {
	const { found, wanted } = target;
	const spaceDefault = found.locales.find((locale) => locale.default)?.code;
	if (spaceDefault !== defaultLocale) {
		throw new FaultsError([
			`The space's default locale is ${spaceDefault ?? "not set"} and must be ${defaultLocale}, because required fields are required in it. Change it under Settings, Locales, or take a space whose default is ${defaultLocale}.`,
		]);
	}
	const assetWriter = createAssetWriter(client, target);
	const entryWriter = createEntryWriter(client);
	const assets = wanted.assets.map((item) =>
		planItem("picture", assetWriter, item, found.assets, wanted.published.assets),
	);
	const entries = wanted.entries.map((item) =>
		planItem("entry", entryWriter, item, found.entries, wanted.published.entries),
	);
	const items = [...assets, ...entries];
	const wantedIds = new Set(wanted.entries.map(({ sys }) => sys.id));
	const otherEntries = found.entries.map(({ sys }) => sys.id).filter((id) => !wantedIds.has(id));
	const changedItems = items
		.filter(({ contentWrite }) => contentWrite.status === "different")
		.map(({ id }) => id);
	return {
		groups: [
			// Created one at a time, because a new locale can fall back to another new locale.
			{ name: "locales", writes: planLocales(client, target), concurrency: 1 },
			{ name: "content types", writes: planContentTypes(client, target), concurrency },
			{ name: "tags", writes: planTags(client, target), concurrency },
			{
				name: "pictures and entries",
				writes: items.map(({ contentWrite }) => contentWrite),
				concurrency,
			},
			// Runs after `contentWrite`, because Contentful refuses to publish an entry that links to a missing item.
			{
				name: "published or archived",
				writes: items.flatMap(({ stateWrite }) => stateWrite ?? []),
				concurrency,
			},
		],
		conflictingIds: [...otherEntries, ...changedItems],
	};
}

function planLocales(client: PlainClientAPI, { found, wanted }: Target): SpaceWrite[] {
	return wanted.locales.map(({ code, name, fallbackCode, optional }) => ({
		status: found.locales.some((locale) => locale.code === code) ? "present" : "missing",
		action: `make the locale ${code}`,
		run: () =>
			client.locale.create(
				{},
				{
					code,
					name,
					fallbackCode,
					optional,
					contentDeliveryApi: true,
					contentManagementApi: true,
				},
			),
	}));
}

function planTags(client: PlainClientAPI, { found, wanted }: Target): SpaceWrite[] {
	return wanted.tags.map(({ name, sys: { id, visibility } }) => ({
		status: found.tags.some((tag) => tag.sys.id === id) ? "present" : "missing",
		action: `make the tag "${name}"`,
		run: () =>
			client.tag.createWithId(
				{ tagId: id },
				{ name, sys: { visibility } as (typeof wanted.tags)[0]["sys"] },
			),
	}));
}

/** Plans content types and their editor interfaces. Keeps what the space has beside them, as an update does. */
function planContentTypes(client: PlainClientAPI, { found, wanted }: Target): SpaceWrite[] {
	return wanted.contentTypes.map(({ sys: { id }, name, description, displayField, fields }) => {
		const current = found.contentTypes.find(({ sys }) => sys.id === id);
		const wantedInterface = editorInterfaceOf(wanted, id);
		const type = {
			id,
			name,
			description,
			displayField,
			fields,
			controls: wantedInterface?.controls ?? [],
		};
		const { changes, write } = compareType(type, current, editorInterfaceOf(found, id), 0);
		const editorInterface = { ...wantedInterface, ...write.editorInterface };
		return {
			status: toStatus({ exists: current !== undefined, isEqual: changes.length === 0 }),
			action: `make the content type ${id}`,
			run: () => writeContentType(client, { ...write, editorInterface }),
		};
	});
}

function editorInterfaceOf(
	{ editorInterfaces }: SpaceContent,
	typeId: string,
): EditorInterfaceProps | undefined {
	return editorInterfaces.find(({ sys }) => sys.contentType.sys.id === typeId);
}

/** Plans the writes for one entry or asset: first for its content, then for its state (published or archived). */
function planItem<Kind extends Item>(
	itemName: string,
	writer: Writer<Kind>,
	item: Kind,
	allFound: Kind[],
	allPublished: Kind[],
): { id: string; contentWrite: SpaceWrite; stateWrite: SpaceWrite | undefined } {
	const { id } = item.sys;
	const current = allFound.find(({ sys }) => sys.id === id);
	const published = allPublished.find(({ sys }) => sys.id === id);
	// The content in `published` is written and published first, because `item` also contains unpublished changes.
	const firstContent = published ?? item;
	const wantedState = stateOf(item);
	const { status, isDone } = compareItem(current, item, firstContent);
	const contentWrite: SpaceWrite = {
		status,
		action: `write the ${itemName} "${id}"`,
		run: async () => {
			if (current && stateOf(current) === "archived") await writer.unarchive(id);
			await writer.write(firstContent, current && (await writer.get(id)));
		},
	};
	if (wantedState === "draft") return { id, contentWrite, stateWrite: undefined };
	const stateWrite: SpaceWrite = {
		status: isDone ? "present" : "missing",
		action: `${wantedState === "archived" ? "archive" : "publish"} the ${itemName} "${id}"`,
		run: async () => {
			if (wantedState === "archived") return writer.archive(id);
			await writer.publish(await writer.get(id));
			if (published) await writer.write(item, await writer.get(id));
		},
	};
	return { id, contentWrite, stateWrite };
}

function compareItem(
	current: Item | undefined,
	wanted: Item,
	firstContent: Item,
): { status: SpaceWrite["status"]; isDone: boolean } {
	if (!current) return { status: "missing", isDone: false };
	const isComplete = hasAllFiles(current);
	const currentState = stateOf(current);
	const wantedState = stateOf(wanted);
	const isDone = isComplete && currentState === wantedState && isSame(current, wanted);
	if (isDone) return { status: "present", isDone };
	const wasArchivedByOthers = currentState === "archived" && wantedState !== "archived";
	if (wasArchivedByOthers || !isSame(current, firstContent)) return { status: "different", isDone };
	return { status: isComplete ? "present" : "missing", isDone };
}

/** Compares two items. Ignores the addresses of their files, which Contentful chooses. */
function isSame(one: Item, other: Item): boolean {
	return isDeepStrictEqual(comparableFields(one), comparableFields(other));
}

function comparableFields({ fields: { file = {}, ...texts } }: Item) {
	const fileNames = Object.entries(file).map(([locale, value]) => [locale, Object(value).fileName]);
	return { ...texts, file: Object.fromEntries(fileNames) };
}

/** Checks whether Contentful has processed all files of an item. */
function hasAllFiles(item: Item): boolean {
	return filesOf(item).length === Object.keys(item.fields.file ?? {}).length;
}
