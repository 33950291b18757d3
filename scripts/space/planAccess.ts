import { partialDeepStrictEqual } from "node:assert";
import { randomBytes } from "node:crypto";
import { type CreateWebhooksProps, fetchAll, type PlainClientAPI } from "contentful-management";
import type { ProvisioningSettings } from "../../environment/environment.server.ts";
import { type SpaceWrite, toStatus } from "./spaceWrites.ts";

const apiKeyName = "Website";

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

export async function planApiKey(
	client: PlainClientAPI,
	{ environment }: ProvisioningSettings,
): Promise<SpaceWrite> {
	const keys = await fetchAll(client.apiKey.getMany, {});
	const hasKey = keys.some(({ name }) => name === apiKeyName);
	const environments = [
		{ sys: { type: "Link" as const, linkType: "Environment" as const, id: environment } },
	];
	return {
		status: hasKey ? "present" : "missing",
		action: "make an API key",
		run: () => client.apiKey.create({}, { name: apiKeyName, environments }),
	};
}

type WebhookPlan = {
	writes: SpaceWrite[];
	/**
	 * New signing secret, to set in the site's environment variables. Undefined when the space keeps its current secret.
	 */
	secret: string | undefined;
};

/**
 * Plans the writes that set up the webhook of the site, and the space's signing secret.
 * @param keepsSecret whether to keep the space's current secret when `settings` has none
 */
export async function planWebhooks(
	client: PlainClientAPI,
	settings: ProvisioningSettings,
	{ keepsSecret = false }: { keepsSecret?: boolean } = {},
): Promise<WebhookPlan> {
	const { siteUrl, webhookSecret } = settings;
	if (!siteUrl) return { writes: [], secret: undefined };

	const webhooks = await fetchAll(client.webhook.getMany, {});
	const url = formatWebhookUrl(siteUrl);
	const current = webhooks.find((webhook) => webhook.url === url);
	const secretEnding = await fetchSecretEnding(client);
	const hasSecret = secretEnding !== undefined;
	// All webhooks of the space share its secret, so the secret is kept when our webhook exists and none is given.
	let isSecretKept = hasSecret && (keepsSecret || current !== undefined);
	if (hasSecret && webhookSecret) isSecretKept = webhookSecret.endsWith(secretEnding);
	const secret = isSecretKept ? undefined : (webhookSecret ?? randomBytes(32).toString("hex"));
	const secretWrite: SpaceWrite = {
		status: toStatus({ exists: hasSecret, isEqual: isSecretKept }),
		action: hasSecret
			? "replace the signing secret of all webhooks of the space"
			: "set the signing secret",
		run: () => client.webhook.upsertSigningSecret({}, { value: secret ?? "" }),
	};

	// Without a filter by environment, which would stop events about aliases: the site itself leaves out other events.
	const values = { name: "Website", url, topics, filters: [], active: true };
	const webhookWrite: SpaceWrite = {
		status: toStatus({ exists: current !== undefined, isEqual: hasAll(current, values) }),
		action: `make the webhook to ${url}`,
		run: () => {
			if (!current) return client.webhook.create({}, values as CreateWebhooksProps);
			return client.webhook.update(
				{ webhookDefinitionId: current.sys.id },
				{ ...current, ...values },
			);
		},
	};
	return { writes: [secretWrite, webhookWrite], secret };
}

/** Checks whether `found` has all properties of `wanted`, with equal values. */
function hasAll(found: unknown, wanted: object): boolean {
	try {
		partialDeepStrictEqual(found, wanted);
		return true;
	} catch {
		return false;
	}
}

/**
 * Returns the last four characters of the space's signing secret, which are all that Contentful returns, or undefined
 * when the space has no secret.
 */
async function fetchSecretEnding(client: PlainClientAPI): Promise<string | undefined> {
	try {
		const { redactedValue } = await client.webhook.getSigningSecret({});
		return redactedValue;
	} catch (error) {
		if ((error as Error).name === "NotFound") return undefined;
		throw error;
	}
}

export function formatWebhookUrl(siteUrl: string): string {
	return `${siteUrl}/api/rebuild`;
}

/** Returns the environment variables with which the site can read this space. */
export async function fetchVariables(
	client: PlainClientAPI,
	{ apiUrl, spaceId, environment }: ProvisioningSettings,
	secret: string | undefined,
): Promise<Record<string, string>> {
	const keys = await fetchAll(client.apiKey.getMany, {});
	const key = keys.find(({ name }) => name === apiKeyName);
	if (!key)
		throw new Error(
			`The API key "${apiKeyName}" is not in the space any more. Run the command again.`,
		);
	const preview = await client.previewApiKey.get({ previewApiKeyId: key.preview_api_key.sys.id });
	const variables: Record<string, string> = { CONTENTFUL_SPACE_ID: spaceId };
	if (environment !== "master") variables.CONTENTFUL_ENVIRONMENT = environment;
	variables.CONTENTFUL_DELIVERY_TOKEN = key.accessToken;
	variables.CONTENTFUL_PREVIEW_TOKEN = String((preview as { accessToken?: unknown }).accessToken);
	if (new URL(apiUrl).hostname === "api.eu.contentful.com") {
		variables.CONTENTFUL_API_URL = "https://cdn.eu.contentful.com";
		variables.CONTENTFUL_PREVIEW_URL = "https://preview.eu.contentful.com";
	}
	if (secret) variables.CONTENTFUL_WEBHOOK_SECRET = secret;
	return variables;
}
