import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PlainClientAPI } from "contentful-management";
import type { Provisioning } from "../../content/environment.server.ts";
import type { SpaceExport } from "../../demo/contentfulService.ts";
import { readDemoSpace } from "../../demo/startDemo.ts";
import { FaultsError, faultsOf } from "../faults.ts";
import { workThrough } from "../workThrough.ts";
import { ask, manageSpace, type Pace, usualPace } from "./manageSpace.ts";
import { apiKeyName, type Group, type Plan, planSpace, webhookUrl } from "./planSpace.ts";
import { readSpace, type SpaceState } from "./readSpace.ts";

type ProvisionOptions = {
	/** Receives the plan and the progress, a line at a time. */
	log: (line: string) => void;
	/** Asks a person a question that yes or no answers. */
	confirm: (question: string) => Promise<boolean>;
	/** Whether entries that are in the space may be overwritten. */
	overwrite?: boolean;
	/** What to put into the space: the demo's, unless a test says otherwise. */
	content?: SpaceExport;
	pace?: Pace;
};

/** Requests under way at once. Contentful takes ten a second. */
const concurrency = 4;

/**
 * Fills a space with what the site needs: locales, content types, the demo's entries and pictures, an API key and the
 * webhook. Shows first what it is going to do, and asks. What is there already stays, so it can be run again.
 * @returns the variables to set, or undefined when the person says no
 * @throws FaultsError when it cannot be done, or not to the end
 */
export async function provisionSpace(
	environment: Provisioning,
	{ log, confirm, overwrite = false, content, pace = usualPace }: ProvisionOptions,
): Promise<Map<string, string> | undefined> {
	const { siteUrl } = environment;
	const client = manageSpace(environment, pace);
	const state = await readSpace(client, environment.environment);
	const webhookSecret = chooseSecret(state, environment);
	const plan = planSpace(state, {
		space: content ?? (await readDemoSpace()),
		loadFile: (name) => readFile(join(import.meta.dirname, "../../demo/pictures", name)),
		siteUrl,
		webhookSecret,
		processingWait: pace.processingWait,
	});
	log(formatPlan(plan, state, environment));
	const faults = [...plan.faults];
	if (plan.foreign.length > 0 && !overwrite) faults.push(describeForeign(plan.foreign));
	if (faults.length > 0) throw new FaultsError(faults);

	const steps = plan.groups.flatMap(({ make, change }) => [...make, ...change]);
	if (steps.length > 0) {
		const question = `Do this in the space "${state.name}" (${environment.spaceId}), environment ${environment.environment}?`;
		if (!(await confirm(question))) return undefined;
		for (const group of plan.groups) await carryOut(group, client, log);
	}
	return listVariables(client, environment, webhookSecret);
}

async function carryOut(
	{ name, make, change }: Group,
	client: PlainClientAPI,
	log: (line: string) => void,
): Promise<void> {
	const steps = [...make, ...change];
	if (steps.length === 0) return;
	const sentences: string[] = [];
	// After a failure no further step is begun, but those under way come to their end.
	const failed = new AbortController();
	await workThrough(steps, { atOnce: concurrency, signal: failed.signal }, async ({ what, run }) => {
		try {
			await ask(what, () => run(client));
		} catch (error) {
			sentences.push(...faultsOf(error));
			failed.abort();
		}
	});
	if (sentences.length > 0) {
		throw new FaultsError([...sentences, "Run the command again: what is done stays, and it goes on with the rest."]);
	}
	log(`${name}: ${steps.length} done`);
}

/** Undefined when the space has a secret and a webhook that calls the site: the secret may be known there already. */
function chooseSecret({ webhooks, hasSigningSecret }: SpaceState, { siteUrl, webhookSecret }: Provisioning) {
	if (webhookSecret || !siteUrl) return webhookSecret;
	const isWired = hasSigningSecret && webhooks.some(({ url }) => url === webhookUrl(siteUrl));
	return isWired ? undefined : randomBytes(32).toString("hex");
}

function formatPlan(
	{ groups, foreign }: Plan,
	{ name }: SpaceState,
	{ spaceId, environment, siteUrl }: Provisioning,
): string {
	const lines = groups.map((group) => {
		const parts = [
			group.make.length > 0 && `${group.make.length} to make`,
			group.change.length > 0 && `${group.change.length} to change`,
			group.there > 0 && `${group.there} there`,
		].filter(Boolean);
		return `  ${group.name.padEnd(24)} ${parts.join(", ") || "none, because SITE_URL is no https address"}`;
	});
	if (siteUrl) lines.push(`  The webhook calls ${webhookUrl(siteUrl)}.`);
	if (foreign.length > 0) lines.push(`  ${foreign.length} entries or pictures were made or changed by others.`);
	return [`Plan for the space "${name}" (${spaceId}), environment ${environment}:`, ...lines].join("\n");
}

function describeForeign(foreign: string[]): string {
	const first = foreign.slice(0, 5).map((id) => `"${id}"`);
	const others = foreign.length - first.length;
	return `The space is not empty: ${first.join(", ")}${others > 0 ? ` and ${others} more` : ""} were made or changed by others. Nothing was written. Take an empty space, or allow with --yes-overwrite that the demo's entries and pictures replace those of the same id (all others stay).`;
}

/** What the site must be told to read this space. */
async function listVariables(
	client: PlainClientAPI,
	{ apiUrl, spaceId, environment }: Provisioning,
	webhookSecret: string | undefined,
): Promise<Map<string, string>> {
	const keys = await ask("show the API keys", () => client.apiKey.getMany({ query: { limit: 100 } }));
	const key = keys.items.find(({ name }) => name === apiKeyName);
	if (!key) throw new FaultsError([`The API key "${apiKeyName}" is not in the space any more. Run the command again.`]);
	const preview = await ask("show the preview API key", () =>
		client.previewApiKey.get({ previewApiKeyId: key.preview_api_key.sys.id }),
	);
	const inEurope = new URL(apiUrl).hostname === "api.eu.contentful.com";
	return new Map([
		["CONTENTFUL_SPACE_ID", spaceId],
		...(environment === "master" ? [] : [["CONTENTFUL_ENVIRONMENT", environment] as const]),
		["CONTENTFUL_DELIVERY_TOKEN", key.accessToken],
		["CONTENTFUL_PREVIEW_TOKEN", String((preview as { accessToken?: unknown }).accessToken)],
		...(inEurope
			? [
					["CONTENTFUL_API_URL", "https://cdn.eu.contentful.com"] as const,
					["CONTENTFUL_PREVIEW_URL", "https://preview.eu.contentful.com"] as const,
				]
			: []),
		...(webhookSecret ? [["CONTENTFUL_WEBHOOK_SECRET", webhookSecret] as const] : []),
	]);
}
