import { randomBytes } from "node:crypto";
import {
	type ApiKeyProps,
	type CreateWebhooksProps,
	fetchAll,
	type PlainClientAPI,
} from "contentful-management";
import type { ProvisioningSettings } from "../../environment/environment.server.ts";
import { type Fault, FaultsError, listFaults } from "../shared/faults.ts";
import { connectSpace, ItemFault, sendToContentful } from "./connectSpace.ts";
import { deriveContent } from "./deriveContent.ts";
import { planContent, type WriteGroup } from "./planContent.ts";
import { fetchSpace, loadSpaceContent, type SpaceContent } from "./spaceContent.ts";

/** Name of the site's API key and webhook. */
const name = "Website";

/**
 * Events that change what the site shows, for which Contentful calls the webhook:
 * https://www.contentful.com/developers/docs/webhooks/overview/
 */
const topics = [
	...["Entry", "Asset"].flatMap((type) =>
		["publish", "unpublish", "archive", "delete"].map((action) => `${type}.${action}`),
	),
	"EnvironmentAlias.*",
];

type Options = {
	log: (line: string) => void;
	/** Asks whether to carry out the plan that has been logged. */
	confirm: () => Promise<boolean>;
};

/**
 * Fills an empty space with the content of a folder, after confirmation, and then creates the site's API key and
 * webhook. A space that has the key and entries is filled already, so it keeps its content.
 * @param from folder with the content for the space: `demo`, or a backup
 * @returns the environment variables to set. Undefined when the plan was declined
 * @throws FaultsError when the space is not empty, or a request fails
 */
export async function provisionSpace(
	settings: ProvisioningSettings,
	{ from, ...options }: Options & { from: string },
): Promise<Record<string, string> | undefined> {
	const wanted = await loadSpaceContent(from);
	const client = connectSpace(settings);
	const found = await fetchSpace(client);
	const keys = await sendToContentful("show the API keys", () =>
		fetchAll(client.apiKey.getMany, {}),
	);
	const key = keys.find((one) => one.name === name);
	const groups: WriteGroup[] = [];
	if (key && found.entries.length > 0) {
		options.log(`The space has the API key "${name}", so its content stays.`);
	} else {
		requireEmptySpace(found, wanted);
		groups.push(...planContent({ client, found, wanted, folder: from }));
	}
	const variables: Record<string, string> = {};
	const access = {
		action: "make an API key and a webhook",
		run: async () => Object.assign(variables, await createAccess(client, settings, key)),
	};
	groups.push({ name: "API key and webhook, where missing", writes: [access] });
	const isWritten = await carryOutPlan(groups, found.name, settings, options);
	return isWritten ? variables : undefined;
}

/**
 * Adds to a space what the content model has and the space lacks, after confirmation. Deletes nothing and changes no
 * existing entry.
 * @returns whether something was written
 * @throws FaultsError when a request fails
 */
export async function updateSpace(
	settings: ProvisioningSettings,
	options: Options,
): Promise<boolean> {
	const client = connectSpace(settings);
	const found = await fetchSpace(client);
	const wanted = deriveContent(found, settings.entryIds);
	const groups = planContent({ client, found, wanted, folder: "" });
	return carryOutPlan(groups, found.name, settings, options);
}

/** Checks that a space has no entries but those that an interrupted run has added. */
function requireEmptySpace(found: SpaceContent, wanted: SpaceContent): void {
	const [spaceDefault, wantedDefault] = [found, wanted].map(
		({ locales }) => locales.find((locale) => locale.default)?.code,
	);
	if (spaceDefault !== wantedDefault) {
		throw new FaultsError([
			`The space's default locale is ${spaceDefault} and must be ${wantedDefault}, because required fields are required in it. Change it under Settings, Locales, or take a space whose default is ${wantedDefault}.`,
		]);
	}
	const others = found.entries.filter(
		({ sys }) => !wanted.entries.some((entry) => entry.sys.id === sys.id),
	);
	if (others.length === 0) return;
	throw new FaultsError([
		`The space is not empty: ${others.length} entries were made by others, such as "${others[0]?.sys.id}". Nothing was written. Take an empty space, or add with --update what the space lacks.`,
	]);
}

/**
 * Logs a plan, and carries it out after confirmation: one write after the other, which keeps below Contentful's rate
 * limit.
 * @returns whether something was written
 * @throws FaultsError when writes fail, after the other writes of their group. Completed writes are not undone
 */
async function carryOutPlan(
	groups: WriteGroup[],
	spaceName: string,
	{ spaceId, environment }: ProvisioningSettings,
	{ log, confirm }: Options,
): Promise<boolean> {
	log(`Plan for the space "${spaceName}" (${spaceId}), environment ${environment}:`);
	for (const { name, writes, details = [] } of groups) {
		log(`  ${name}: ${writes.length || "nothing"} to do`);
		for (const line of details) log(`    ${line}`);
	}
	log("Nothing is deleted, and no entry is changed.");
	const hasWrites = groups.some(({ writes }) => writes.length > 0);
	if (!hasWrites || !(await confirm())) return false;
	for (const { name, writes } of groups) {
		const faults = await runWrites(writes);
		if (faults.length > 0) {
			const advice = "what is done stays, and it goes on with the rest.";
			throw new FaultsError([...faults, `Run the command again when that is corrected: ${advice}`]);
		}
		log(`${name}: ${writes.length} done`);
	}
	return true;
}

/** Runs writes. Returns the faults of those that fail, the last of which can be an outage that ends the run. */
async function runWrites(writes: WriteGroup["writes"]): Promise<Fault[]> {
	const faults: Fault[] = [];
	for (const { action, run } of writes) {
		try {
			await sendToContentful(action, run);
		} catch (error) {
			faults.push(...listFaults(error));
			if (!(error instanceof ItemFault)) break;
		}
	}
	return faults;
}

/** Creates the API key and the webhook of the site, if the space lacks them. Returns the environment variables to set. */
async function createAccess(
	client: PlainClientAPI,
	{ spaceId, environment, siteUrl, webhookSecret }: ProvisioningSettings,
	presentKey: ApiKeyProps | undefined,
): Promise<Record<string, string>> {
	const sys = { type: "Link", linkType: "Environment", id: environment } as const;
	const key = presentKey ?? (await client.apiKey.create({}, { name, environments: [{ sys }] }));
	const preview = await client.previewApiKey.get({ previewApiKeyId: key.preview_api_key.sys.id });
	const variables: Record<string, string> = {
		CONTENTFUL_SPACE_ID: spaceId,
		CONTENTFUL_ENVIRONMENT: environment,
		CONTENTFUL_DELIVERY_TOKEN: key.accessToken,
		CONTENTFUL_PREVIEW_TOKEN: (preview as unknown as typeof key).accessToken,
	};
	const url = `${siteUrl}/api/rebuild`;
	const webhooks = await fetchAll(client.webhook.getMany, {});
	if (!siteUrl || webhooks.some((webhook) => webhook.url === url)) return variables;
	// All webhooks of a space share its secret, so the secret stays when there are others.
	if (webhooks.length === 0) {
		const value = webhookSecret ?? randomBytes(32).toString("hex");
		await client.webhook.upsertSigningSecret({}, { value });
		variables.CONTENTFUL_WEBHOOK_SECRET = value;
	}
	// Without a filter by environment, which would stop events about aliases: the site itself leaves out other events.
	const webhook = { name, url, topics, filters: [], active: true };
	await client.webhook.create({}, webhook as unknown as CreateWebhooksProps);
	return variables;
}
