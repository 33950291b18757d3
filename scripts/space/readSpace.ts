import type {
	ApiKeyProps,
	AssetProps,
	CollectionProp,
	ContentTypeProps,
	EditorInterfaceProps,
	EntryProps,
	LocaleProps,
	PlainClientAPI,
	QueryParams,
	WebhookProps,
} from "contentful-management";
import { settleAll } from "../faults.ts";
import { ask } from "./manageSpace.ts";

/** What is in a space, by id. */
export type SpaceState = {
	name: string;
	/** The ids of the environment: its own, and that of the one it stands for if it is an alias. */
	environmentIds: string[];
	locales: LocaleProps[];
	contentTypes: Map<string, ContentTypeProps>;
	editorInterfaces: Map<string, EditorInterfaceProps>;
	assets: Map<string, AssetProps>;
	entries: Map<string, EntryProps>;
	apiKeys: ApiKeyProps[];
	webhooks: WebhookProps[];
	hasSigningSecret: boolean;
};

/**
 * Reads a whole space. Writes nothing.
 * @throws FaultsError when it cannot be read
 */
export async function readSpace(client: PlainClientAPI, environment: string): Promise<SpaceState> {
	// First, and alone: a wrong token or space is one fault.
	const space = await ask("show the space", () => client.space.get({}));
	const found = await ask("show the environment", () => client.environment.get({}));
	const [locales, contentTypes, editorInterfaces, assets, entries, apiKeys, webhooks, hasSigningSecret] =
		await settleAll([
			collect("list the locales", (query) => client.locale.getMany({ query })),
			collect("list the content types", (query) => client.contentType.getMany({ query })),
			collect("list the editors", (query) => client.editorInterface.getMany({ query })),
			collect("list the pictures", (query) => client.asset.getMany({ query: { ...query, order: "sys.id" } })),
			collect("list the entries", (query) => client.entry.getMany({ query: { ...query, order: "sys.id" } })),
			collect("list the API keys", (query) => client.apiKey.getMany({ query })),
			collect("list the webhooks", (query) => client.webhook.getMany({ query })),
			ask("tell whether requests are signed", () => findSigningSecret(client)),
		]);
	return {
		name: space.name,
		environmentIds: [...new Set([environment, found.sys.id])],
		locales,
		contentTypes: byId(contentTypes),
		editorInterfaces: new Map(editorInterfaces.map((item) => [item.sys.contentType.sys.id, item])),
		assets: byId(assets),
		entries: byId(entries),
		apiKeys,
		webhooks,
		hasSigningSecret,
	};
}

function byId<Item extends { sys: { id: string } }>(items: Item[]): Map<string, Item> {
	return new Map(items.map((item) => [item.sys.id, item]));
}

/** Every page of a list. */
async function collect<Item>(
	what: string,
	list: (query: NonNullable<QueryParams["query"]>) => Promise<CollectionProp<Item>>,
): Promise<Item[]> {
	const items: Item[] = [];
	for (;;) {
		const page = await ask(what, () => list({ limit: 100, skip: items.length }));
		items.push(...page.items);
		if (page.items.length === 0 || items.length >= page.total) return items;
	}
}

async function findSigningSecret(client: PlainClientAPI): Promise<boolean> {
	try {
		await client.webhook.getSigningSecret({});
		return true;
	} catch (error) {
		if ((error as Error).name === "NotFound") return false;
		throw error;
	}
}
