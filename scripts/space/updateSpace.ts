import type { ContentFields, Control, LocaleProps, PlainClientAPI } from "contentful-management";
import { defaultLocale, localeCodes, locales } from "../../content/locales.ts";
import { pageEntries, pageEntryNames } from "../../content/model.ts";
import type { ProvisioningSettings } from "../../environment/environment.server.ts";
import { compareType, type TypeComparison, type WantedType } from "./compareType.ts";
import {
	type ClientLimits,
	connectSpace,
	defaultClientLimits,
	sendToContentful,
} from "./connectSpace.ts";
import { defineContentTypes, defineEditorInterfaces } from "./contentTypes.ts";
import { planWebhooks } from "./planAccess.ts";
import { planPreviews } from "./planPreviews.ts";
import { describeWebhook } from "./provisionSpace.ts";
import { resolveTypeIds, type TypeIds } from "./resolveTypeIds.ts";
import { fetchSpaceContent, type SpaceContent } from "./spaceContent.ts";
import { isPending, runWriteGroup, type SpaceWrite, type WriteGroup } from "./spaceWrites.ts";
import { writeContentType } from "./writeContentType.ts";

/** Name of the group of writes whose plan names each change of a content type. */
const typesGroup = "content types";

type UpdateOptions = {
	log: (line: string) => void;
	confirm: (question: string) => Promise<boolean>;
	dryRun?: boolean;
	limits?: ClientLimits;
};

type UpdateResult = {
	outcome: "updated" | "nothing to do" | "dry run" | "declined";
	/**
	 * New signing secret, to set in the site's environment variables. Undefined when the space keeps its current secret.
	 */
	secret: string | undefined;
};

/**
 * Makes a Contentful space match the content model, after confirmation. Deletes nothing and changes no existing entry.
 * @throws FaultsError when a request fails
 */
export async function updateSpace(
	settings: ProvisioningSettings,
	{ log, confirm, dryRun = false, limits = defaultClientLimits }: UpdateOptions,
): Promise<UpdateResult> {
	const client = connectSpace(settings, limits);
	const { name, found, typeIds, webhook, previews } = await sendToContentful(
		"show the space",
		async () => {
			// Fails here, with a single error, if the token or the space id is wrong.
			const { name } = await client.space.get({});
			const found = await fetchSpaceContent(client);
			const typeIds = resolveTypeIds(found, settings.entryIds);
			const webhook = await planWebhooks(client, settings, { keepsSecret: true });
			const previews = await planPreviews(client, settings, typeIds);
			return { name, found, typeIds, webhook, previews };
		},
	);
	const comparisons = compareTypes(found, typeIds);
	const groups: WriteGroup[] = [
		{ name: "locales", writes: planLocales(client, found.locales), concurrency: 1 },
		// Concurrency is 1, so that a content type exists before page types link to it.
		{ name: typesGroup, writes: planTypes(client, comparisons), concurrency: 1 },
		{
			name: "entries, as empty drafts",
			writes: planDrafts(client, found, typeIds, settings),
			concurrency: 1,
		},
		{ name: "webhook", writes: webhook.writes, concurrency: 1 },
		{ name: "content preview", writes: previews, concurrency: 1 },
	];

	const place = `the space "${name}" (${settings.spaceId}), environment ${settings.environment}`;
	log(formatPlan(place, groups, comparisons, describeWebhook(settings)));
	if (!groups.some(({ writes }) => writes.some(isPending)))
		return { outcome: "nothing to do", secret: undefined };
	if (dryRun) return { outcome: "dry run", secret: undefined };
	if (!(await confirm(`Do this in ${place}?`))) return { outcome: "declined", secret: undefined };
	for (const group of groups) await runWriteGroup(group, log);
	return { outcome: "updated", secret: webhook.secret };
}

/** Returns comparisons in creation order: page types last, because page types link to the other types. */
function compareTypes(found: SpaceContent, typeIds: TypeIds): TypeComparison[] {
	const wantedTypes = defineWantedTypes(typeIds);
	const pageTypeIds = new Set<string>(pageEntryNames.map((name) => typeIds[name]));
	const listsFirst = [
		...wantedTypes.filter(({ id }) => !pageTypeIds.has(id)),
		...wantedTypes.filter(({ id }) => pageTypeIds.has(id)),
	];
	return listsFirst.map((wanted) => {
		const current = found.contentTypes.find(({ sys }) => sys.id === wanted.id);
		const editor = found.editorInterfaces.find(({ sys }) => sys.contentType.sys.id === wanted.id);
		const ofType = found.entries.filter(({ sys }) => sys.contentType.sys.id === wanted.id);
		const publishedCount = ofType.filter(({ sys }) => sys.publishedVersion !== undefined).length;
		return compareType(wanted, current, editor, publishedCount);
	});
}

/** Returns the content types that the content model defines, with the ids that the space uses for them. */
function defineWantedTypes(typeIds: TypeIds): WantedType[] {
	const editors = defineEditorInterfaces();
	return defineContentTypes().map(({ sys, name, description, displayField, fields }) => {
		const editor = editors.find((one) => one.sys.contentType.sys.id === sys.id);
		return {
			id: typeIds[sys.id as keyof TypeIds],
			name,
			description,
			displayField,
			fields: (fields as ContentFields[]).map((field) => withTypeIds(field, typeIds)),
			controls: (editor?.controls ?? []) as Control[],
		};
	});
}

/** Returns a copy of a field with content type ids in place of content type names. */
function withTypeIds(field: ContentFields, typeIds: TypeIds): ContentFields {
	if (!field.items?.validations) return field;
	const validations = field.items.validations.map((validation) => {
		if (!validation.linkContentType) return validation;
		const names = [validation.linkContentType].flat();
		return { ...validation, linkContentType: names.map((name) => typeIds[name as keyof TypeIds]) };
	});
	return { ...field, items: { ...field.items, validations } };
}

/**
 * Plans the missing locales. The locale `en-US` falls back to the space's default locale, and any other locale to
 * `en-US`.
 */
function planLocales(client: PlainClientAPI, found: LocaleProps[]): SpaceWrite[] {
	const foundCodes = new Set(found.map(({ code }) => code));
	const spaceDefault = found.find((locale) => locale.default)?.code ?? defaultLocale;
	return localeCodes.map((code) => {
		const fallbackCode = code === defaultLocale ? spaceDefault : defaultLocale;
		const values = { code, name: locales[code].name, fallbackCode, optional: true };
		return {
			status: foundCodes.has(code) ? "present" : "missing",
			action: `add the locale ${code}, which falls back to ${fallbackCode}`,
			run: () =>
				client.locale.create(
					{},
					{ ...values, contentDeliveryApi: true, contentManagementApi: true },
				),
		};
	});
}

function planTypes(client: PlainClientAPI, comparisons: TypeComparison[]): SpaceWrite[] {
	return comparisons.map(({ id, changes, write }) => ({
		status: changes.length > 0 ? "different" : "present",
		action: `update the content type ${id}`,
		run: () => writeContentType(client, write),
	}));
}

/** Plans drafts of missing page entries, because editors cannot create entries with the ids that the site requires. */
function planDrafts(
	client: PlainClientAPI,
	found: SpaceContent,
	typeIds: TypeIds,
	{ entryIds }: ProvisioningSettings,
): SpaceWrite[] {
	const foundIds = new Set(found.entries.map(({ sys }) => sys.id));
	return pageEntryNames.map((pageName) => {
		const params = { entryId: entryIds[pageName], contentTypeId: typeIds[pageName] };
		return {
			status: foundIds.has(params.entryId) ? "present" : "missing",
			action: `add the entry "${params.entryId}" (${pageEntries[pageName].name}) as an empty draft`,
			run: () => client.entry.createWithId(params, { fields: {} }),
		};
	});
}

function formatPlan(
	place: string,
	groups: WriteGroup[],
	comparisons: TypeComparison[],
	webhook: string,
): string {
	const lines: string[] = [];
	for (const { name, writes } of groups) {
		if (name === typesGroup) lines.push(...comparisons.flatMap(formatChanges));
		else lines.push(...writes.filter(isPending).map(({ action }) => `  ${action}`));
	}
	if (lines.length === 0) lines.push("  nothing: the space follows the content model");
	const unchangedDifferences = comparisons.flatMap(({ id, unchangedDifferences }) =>
		unchangedDifferences.map((line) => `  ${id}: ${line}`),
	);
	if (unchangedDifferences.length > 0) lines.push("Left as it is:", ...unchangedDifferences);
	lines.push(webhook, "Nothing is deleted or renamed, and no entry is changed.");
	return [`Plan for ${place}:`, ...lines].join("\n");
}

function formatChanges({ id, name, changes }: TypeComparison): string[] {
	if (changes.length === 0) return [];
	return [`  content type ${id} (${name})`, ...changes.map((change) => `    ${change}`)];
}
