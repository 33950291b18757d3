import { isDeepStrictEqual } from "node:util";
import type {
	AssetProps,
	EntryProps,
	KeyValueMap,
	LocaleProps,
	PlainClientAPI,
	WebhookProps,
} from "contentful-management";
import { defaultLocale } from "../../content/locales.ts";
import { listEntries } from "../../content/model.ts";
import type { ExportItem, SpaceExport } from "../../demo/contentfulService.ts";
import { defineContentTypes, defineEditorControls } from "./contentTypes.ts";
import { covers } from "./covers.ts";
import type { SpaceState } from "./readSpace.ts";

/** One thing to make or to change, and how. `what` completes "Contentful refuses to". */
export type Step = { what: string; run: (client: PlainClientAPI) => Promise<unknown> };

/** Steps that may be taken side by side; groups follow each other. */
export type Group = { name: string; make: Step[]; change: Step[]; there: number };

export type Plan = {
	groups: Group[];
	/** Entries and pictures that are in the space and not, or no longer, as this plan would make them. */
	foreign: string[];
	/** Why the plan cannot be carried out. */
	faults: string[];
};

type Wanted = {
	/** The demo's space: its locales, entries and pictures. */
	space: SpaceExport;
	/** The content of a picture's file. */
	loadFile: (fileName: string) => Promise<Buffer>;
	/** The site's address, for the webhook; undefined when there is none yet. */
	siteUrl: string | undefined;
	/** The signing secret to set; undefined to leave the one that is there. */
	webhookSecret: string | undefined;
	/** Milliseconds between two looks whether a picture is ready. */
	processingWait: number;
};

export const apiKeyName = "Website";

/** What Contentful tells the site of: https://www.contentful.com/developers/docs/webhooks/overview/ */
const topics = ["Entry", "Asset"].flatMap((type) =>
	["publish", "unpublish", "archive", "delete"].map((action) => `${type}.${action}`),
);

/** Compares a space with what it shall hold. The steps make or change what is not yet so, and nothing else. */
export function planSpace(state: SpaceState, wanted: Wanted): Plan {
	const { faults, group: locales } = planLocales(state, wanted.space);
	const assets = wanted.space.assets.map((asset) => ({ asset, found: state.assets.get(asset.sys.id) }));
	const entries = wanted.space.entries.map((entry) => ({ entry, found: state.entries.get(entry.sys.id) }));
	const changedAssets = assets.filter(({ asset, found }) => found && !isSameAsset(asset, found));
	const changedEntries = entries.filter(({ entry, found }) => found && !isSameEntry(entry, found));
	const known = new Set(wanted.space.entries.map(({ sys }) => sys.id));
	const others = [...state.entries.keys()].filter((id) => !known.has(id));
	return {
		groups: [
			locales,
			planContentTypes(state),
			planEditors(state),
			planAssets(assets, wanted),
			...planEntries(entries),
			planApiKey(state),
			planSigningSecret(state, wanted),
			planWebhook(state, wanted),
		],
		foreign: [
			...others,
			...changedEntries.map(({ entry }) => entry.sys.id),
			...changedAssets.map(({ asset }) => asset.sys.id),
		],
		faults,
	};
}

const emptyGroup = (name: string): Group => ({ name, make: [], change: [], there: 0 });

function planLocales({ locales }: SpaceState, space: SpaceExport): { group: Group; faults: string[] } {
	const group = emptyGroup("locales");
	const standard = locales.find((locale) => locale.default);
	if (standard?.code !== defaultLocale) {
		const fault = `The space's default locale is ${standard?.code ?? "not set"} and must be ${defaultLocale}, because required fields are required in it. Change it under Settings, Locales, or take a space whose default is ${defaultLocale}.`;
		return { group, faults: [fault] };
	}
	for (const { code, name, fallbackCode } of space.locales) {
		const found = locales.find((locale) => locale.code === code);
		const values = { code, name, fallbackCode, contentDeliveryApi: true, contentManagementApi: true };
		if (!found) {
			const run = (client: PlainClientAPI) => client.locale.create({}, { ...values, optional: true });
			group.make.push({ what: `make the locale ${code}`, run });
		} else if (found.fallbackCode !== fallbackCode) {
			const changed: LocaleProps = { ...found, fallbackCode };
			const run = (client: PlainClientAPI) => client.locale.update({ localeId: found.sys.id }, changed);
			group.change.push({ what: `give the locale ${code} its fallback`, run });
		} else group.there++;
	}
	return { group, faults: [] };
}

function planContentTypes({ contentTypes }: SpaceState): Group {
	const group = emptyGroup("content types");
	for (const { sys, displayField, ...definition } of defineContentTypes()) {
		const contentTypeId = sys.id;
		const found = contentTypes.get(contentTypeId);
		const values = displayField === null ? definition : { ...definition, displayField };
		if (found && covers(found, values) && isPublished(found)) {
			group.there++;
			continue;
		}
		const run = async (client: PlainClientAPI) => {
			// Fields that others added stay: what they hold would be lost with them.
			const more = found?.fields.filter(({ id }) => !definition.fields.some((field) => field.id === id)) ?? [];
			const whole = { ...values, fields: [...definition.fields, ...more] } as Parameters<
				PlainClientAPI["contentType"]["createWithId"]
			>[1];
			const written = found
				? await client.contentType.update({ contentTypeId }, { ...found, ...whole })
				: await client.contentType.createWithId({ contentTypeId }, whole);
			await client.contentType.publish({ contentTypeId }, written);
		};
		group[found ? "change" : "make"].push({ what: `make the content type ${contentTypeId}`, run });
	}
	return group;
}

function planEditors({ editorInterfaces }: SpaceState): Group {
	const group = emptyGroup("editors with help texts");
	for (const { contentTypeId, controls } of defineEditorControls()) {
		const found = editorInterfaces.get(contentTypeId);
		const others =
			found?.controls?.filter(({ fieldId }) => !controls.some((control) => control.fieldId === fieldId)) ?? [];
		const isThere = controls.every((control) => found?.controls?.some((other) => covers(other, control)));
		if (isThere) {
			group.there++;
			continue;
		}
		const run = async (client: PlainClientAPI) => {
			// The content type's own came into being with it.
			const current = await client.editorInterface.get({ contentTypeId });
			await client.editorInterface.update({ contentTypeId }, { ...current, controls: [...controls, ...others] });
		};
		group.make.push({ what: `set up the editor of ${contentTypeId}`, run });
	}
	return group;
}

function planAssets(assets: { asset: ExportItem; found: AssetProps | undefined }[], wanted: Wanted): Group {
	const group = emptyGroup("pictures");
	for (const { asset, found } of assets) {
		const assetId = asset.sys.id;
		const whole = found !== undefined && isSameAsset(asset, found) && isUploaded(found);
		if (whole && isPublished(found)) {
			group.there++;
			continue;
		}
		const run = async (client: PlainClientAPI) => {
			const ready = whole ? found : await uploadAsset(client, asset, found, wanted);
			await client.asset.publish({ assetId }, ready);
		};
		group[found && !isSameAsset(asset, found) ? "change" : "make"].push({ what: `make the picture "${assetId}"`, run });
	}
	return group;
}

async function uploadAsset(
	client: PlainClientAPI,
	{ sys: { id: assetId }, fields: { file = {}, ...texts } }: ExportItem,
	found: AssetProps | undefined,
	{ loadFile, processingWait }: Wanted,
): Promise<AssetProps> {
	const uploaded = Object.entries(file).map(async ([locale, { fileName, contentType }]) => {
		// A copy, since a buffer of Node's may be a part of a larger one.
		const content = new Uint8Array(await loadFile(fileName)).buffer;
		const upload = await client.upload.create({}, { file: content });
		const uploadFrom = { sys: { type: "Link", linkType: "Upload", id: upload.sys.id } };
		return [locale, { fileName, contentType, uploadFrom }] as const;
	});
	const fields = { ...texts, file: Object.fromEntries(await Promise.all(uploaded)) } as unknown as AssetProps["fields"];
	if (found?.sys.archivedVersion) await client.asset.unarchive({ assetId });
	const asset = found
		? await client.asset.update({ assetId }, { ...(await client.asset.get({ assetId })), fields })
		: await client.asset.createWithId({ assetId }, { fields });
	const options = { processingCheckWait: processingWait, processingCheckRetries: 60 };
	return client.asset.processForAllLocales({}, asset, options);
}

/** Entries are made first and published then: those that others lead to before those that lead to them. */
function planEntries(entries: { entry: ExportItem; found: EntryProps | undefined }[]): [Group, Group, Group] {
	const drafts = emptyGroup("entries");
	const listed = emptyGroup("list entries to publish");
	const pages = emptyGroup("pages to publish");
	for (const { entry, found } of entries) {
		const { id: entryId, contentType } = entry.sys;
		const contentTypeId = contentType?.sys.id ?? "";
		const isThere = found !== undefined && isSameEntry(entry, found);
		if (isThere) drafts.there++;
		else {
			const fields = entry.fields as KeyValueMap;
			const run = async (client: PlainClientAPI) => {
				if (!found) return client.entry.createWithId({ entryId, contentTypeId }, { fields });
				if (found.sys.archivedVersion) await client.entry.unarchive({ entryId });
				return client.entry.update({ entryId }, { ...(await client.entry.get({ entryId })), fields });
			};
			drafts[found ? "change" : "make"].push({ what: `write the entry "${entryId}"`, run });
		}
		const group = contentTypeId in listEntries ? listed : pages;
		if (isThere && isPublished(found)) group.there++;
		else {
			const run = async (client: PlainClientAPI) =>
				client.entry.publish({ entryId }, await client.entry.get({ entryId }));
			group.make.push({ what: `publish the entry "${entryId}"`, run });
		}
	}
	return [drafts, listed, pages];
}

function planApiKey({ apiKeys, environmentIds: [environment] }: SpaceState): Group {
	const group = emptyGroup("API key");
	if (apiKeys.some(({ name }) => name === apiKeyName)) return { ...group, there: 1 };
	const environments = [{ sys: { type: "Link" as const, linkType: "Environment" as const, id: environment ?? "" } }];
	const run = (client: PlainClientAPI) => client.apiKey.create({}, { name: apiKeyName, environments });
	return { ...group, make: [{ what: "make an API key", run }] };
}

function planSigningSecret({ hasSigningSecret }: SpaceState, { siteUrl, webhookSecret: value }: Wanted): Group {
	const group = emptyGroup("signing secret");
	if (!siteUrl) return group;
	if (!value) return { ...group, there: 1 };
	const run = (client: PlainClientAPI) => client.webhook.upsertSigningSecret({}, { value });
	return { ...group, [hasSigningSecret ? "change" : "make"]: [{ what: "set the signing secret", run }] };
}

function planWebhook({ webhooks, environmentIds }: SpaceState, { siteUrl }: Wanted): Group {
	const group = emptyGroup("webhook");
	if (!siteUrl) return group;
	const url = webhookUrl(siteUrl);
	const values = {
		name: "Website",
		url,
		topics,
		filters: [{ in: [{ doc: "sys.environment.sys.id" as const }, environmentIds as [string, ...string[]]] }],
		active: true,
	} satisfies Partial<WebhookProps>;
	const found = webhooks.find((webhook) => webhook.url === url);
	if (found && covers(found, values)) return { ...group, there: 1 };
	const run = (client: PlainClientAPI): Promise<WebhookProps> =>
		found
			? client.webhook.update({ webhookDefinitionId: found.sys.id }, { ...found, ...values })
			: client.webhook.create({}, values as unknown as Parameters<PlainClientAPI["webhook"]["create"]>[1]);
	return { ...group, [found ? "change" : "make"]: [{ what: `make the webhook to ${url}`, run }] };
}

export function webhookUrl(siteUrl: string): string {
	return `${siteUrl}/api/rebuild`;
}

function isSameEntry({ sys, fields }: ExportItem, found: EntryProps): boolean {
	if (found.sys.archivedVersion) return false;
	return found.sys.contentType.sys.id === sys.contentType?.sys.id && isDeepStrictEqual(found.fields, fields);
}

function isSameAsset({ fields: { file = {}, ...texts } }: ExportItem, found: AssetProps): boolean {
	if (found.sys.archivedVersion) return false;
	const { file: foundFile = {}, ...foundTexts } = found.fields;
	const sameFiles =
		isDeepStrictEqual(Object.keys(foundFile), Object.keys(file)) &&
		Object.entries(file).every(([locale, { fileName, details }]) => {
			const other = foundFile[locale];
			const size = other?.details?.size;
			return other?.fileName === fileName && (size === undefined || size === details.size);
		});
	return sameFiles && isDeepStrictEqual(foundTexts, texts);
}

function isUploaded({ fields }: AssetProps): boolean {
	return Object.values(fields.file ?? {}).every(({ url }) => url);
}

/** Contentful counts a version for the publishing itself. */
function isPublished({ sys }: { sys: { version?: number; publishedVersion?: number } }): boolean {
	return sys.publishedVersion !== undefined && sys.version === sys.publishedVersion + 1;
}
