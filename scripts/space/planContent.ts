import { partialDeepStrictEqual } from "node:assert";
import { isDeepStrictEqual } from "node:util";
import type { ContentTypeProps, PlainClientAPI } from "contentful-management";
import { defaultLocale } from "../../content/locales.ts";
import { FaultsError } from "../shared/faults.ts";
import { filesOf, type Item, type SpaceContent, stateOf } from "./spaceContent.ts";
import { type Writer, writeAssets, writeEntries } from "./writeItems.ts";

/** One thing that a space shall have: whether it has it, has another, or must get a new one; and how it gets it. */
export type Step = {
	is: "there" | "new" | "other";
	/** Completes "Contentful refuses to". */
	what: string;
	run: () => Promise<unknown>;
};

/** Steps that may be taken side by side, `atOnce` at a time; groups follow each other. */
export type Group = { name: string; steps: Step[]; atOnce: number };

/** What a space holds now, what it shall hold, and the folder with the files of its pictures. */
type Target = { found: SpaceContent; wanted: SpaceContent; folder: string; processingWait: number };

/** Contentful takes ten requests a second. */
const atOnce = 4;

/**
 * Compares a space with what it shall hold.
 * @returns the steps, and the ids of entries and pictures that were made or changed by others
 * @throws FaultsError when the space cannot be filled
 */
export function planContent(client: PlainClientAPI, target: Target): { groups: Group[]; foreign: string[] } {
	const { found, wanted } = target;
	const standard = found.locales.find((locale) => locale.default)?.code;
	if (standard !== defaultLocale) {
		throw new FaultsError([
			`The space's default locale is ${standard ?? "not set"} and must be ${defaultLocale}, because required fields are required in it. Change it under Settings, Locales, or take a space whose default is ${defaultLocale}.`,
		]);
	}
	const pictures = wanted.assets.map((item) =>
		planItem("picture", writeAssets(client, target), item, found.assets, wanted.published.assets),
	);
	const entries = wanted.entries.map((item) =>
		planItem("entry", writeEntries(client), item, found.entries, wanted.published.entries),
	);
	const items = [...pictures, ...entries];
	const known = new Set(wanted.entries.map(({ sys }) => sys.id));
	const others = found.entries.map(({ sys }) => sys.id).filter((id) => !known.has(id));
	return {
		groups: [
			// One locale may fall back to another.
			{ name: "locales", steps: planLocales(client, target), atOnce: 1 },
			{ name: "content types", steps: planContentTypes(client, target), atOnce },
			{ name: "tags", steps: planTags(client, target), atOnce },
			{ name: "pictures and entries", steps: items.map(({ content }) => content), atOnce },
			// Contentful publishes only what leads to something that is there.
			{ name: "published or archived", steps: items.flatMap(({ state }) => state ?? []), atOnce },
		],
		foreign: [...others, ...items.filter(({ content }) => content.is === "other").map(({ id }) => id)],
	};
}

/** Whether a value has all that another has: what Contentful or others added does not count, and `null` is as good as nothing. */
export function hasAll(found: unknown, wanted: object): boolean {
	try {
		partialDeepStrictEqual(found, JSON.parse(JSON.stringify(wanted, (_, value) => value ?? undefined)));
		return true;
	} catch {
		return false;
	}
}

function planLocales(client: PlainClientAPI, { found, wanted }: Target): Step[] {
	const everywhere = { contentDeliveryApi: true, contentManagementApi: true };
	return wanted.locales.map(({ code, name, fallbackCode, optional }) => ({
		is: found.locales.some((locale) => locale.code === code) ? "there" : "new",
		what: `make the locale ${code}`,
		run: () => client.locale.create({}, { code, name, fallbackCode, optional, ...everywhere }),
	}));
}

function planTags(client: PlainClientAPI, { found, wanted }: Target): Step[] {
	return wanted.tags.map(({ name, sys: { id, visibility } }) => ({
		is: found.tags.some((tag) => tag.sys.id === id) ? "there" : "new",
		what: `make the tag "${name}"`,
		run: () => client.tag.createWithId({ tagId: id }, { name, sys: { visibility } as (typeof wanted.tags)[0]["sys"] }),
	}));
}

/** Content types with the help texts of their editors. Fields that others added stay: what they hold would be lost with them. */
function planContentTypes(client: PlainClientAPI, { found, wanted }: Target): Step[] {
	return wanted.contentTypes.map(({ sys: { id: contentTypeId }, name, description, displayField, fields }) => {
		const editorOf = ({ editorInterfaces }: SpaceContent) =>
			editorInterfaces.find(({ sys }) => sys.contentType.sys.id === contentTypeId);
		const controls = editorOf(wanted)?.controls ?? [];
		const old = found.contentTypes.find(({ sys }) => sys.id === contentTypeId);
		const values = { name, description, displayField: displayField ?? undefined, fields };
		const isThere =
			old && hasAll(old, values) && stateOf(old) === "published" && hasAll(editorOf(found)?.controls ?? [], controls);
		return {
			is: isThere ? "there" : old ? "other" : "new",
			what: `make the content type ${contentTypeId}`,
			run: async () => {
				const more = old?.fields.filter(({ id }) => fields.every((field) => field.id !== id)) ?? [];
				const whole = { ...old, ...values, fields: [...fields, ...more] } as ContentTypeProps;
				const written = await (old
					? client.contentType.update({ contentTypeId }, whole)
					: client.contentType.createWithId({ contentTypeId }, whole));
				await client.contentType.publish({ contentTypeId }, written);
				const editor = await client.editorInterface.get({ contentTypeId });
				const others = editor.controls?.filter(({ fieldId }) => controls.every((one) => one.fieldId !== fieldId)) ?? [];
				const edited = { ...editor, ...editorOf(wanted), sys: editor.sys, controls: [...controls, ...others] };
				await client.editorInterface.update({ contentTypeId }, edited);
			},
		};
	});
}

/** An entry or picture: its content as it was published last, and then what has come since. */
function planItem<Kind extends Item>(
	word: string,
	writer: Writer<Kind>,
	item: Kind,
	allFound: Kind[],
	allPublished: Kind[],
): { id: string; content: Step; state: Step | undefined } {
	const { id } = item.sys;
	const old = allFound.find(({ sys }) => sys.id === id);
	const published = allPublished.find(({ sys }) => sys.id === id);
	const first = published ?? item;
	const [was, shall] = [old && stateOf(old), stateOf(item)];
	const isDone = old !== undefined && was === shall && isSame(old, item) && isWhole(old);
	const isOurs = old !== undefined && (was !== "archived" || shall === "archived") && isSame(old, first);
	const content: Step = {
		is: isDone || (isOurs && isWhole(old)) ? "there" : old && !isOurs ? "other" : "new",
		what: `write the ${word} "${id}"`,
		run: async () => {
			if (was === "archived") await writer.unarchive(id);
			await writer.write(first, old && (await writer.get(id)));
		},
	};
	if (shall === "draft") return { id, content, state: undefined };
	const run = async () => {
		if (shall === "archived") return writer.archive(id);
		await writer.publish(await writer.get(id));
		if (published) await writer.write(item, await writer.get(id));
	};
	const what = `${shall === "archived" ? "archive" : "publish"} the ${word} "${id}"`;
	return { id, content, state: { is: isDone ? "there" : "new", what, run } };
}

/** Contentful gives the file of a picture another address. */
function isSame(one: Item, other: Item): boolean {
	const [mine, theirs] = [one, other].map((item) => {
		const { file: _, ...texts } = item.fields;
		const files = Object.entries(item.fields.file ?? {}).map(([locale, file]) => [locale, Object(file).fileName]);
		return { ...texts, file: Object.fromEntries(files) };
	});
	return isDeepStrictEqual(mine, theirs);
}

/** Whether Contentful has taken in all files of an item. */
function isWhole(item: Item): boolean {
	return filesOf(item).length === Object.keys(item.fields.file ?? {}).length;
}
