import { randomBytes } from "node:crypto";
import { type CreateWebhooksProps, fetchAll, type PlainClientAPI, type WebhookProps } from "contentful-management";
import type { ProvisioningSettings } from "../../site/environment.server.ts";
import { hasAll } from "./hasAll.ts";
import { type SpaceWrite, toStatus } from "./spaceWrites.ts";

const apiKeyName = "Website";

/**
 * Topics (events) for which Contentful calls the site's webhook:
 * https://www.contentful.com/developers/docs/webhooks/overview/
 */
const topics = ["Entry", "Asset"].flatMap((type) =>
	["publish", "unpublish", "archive", "delete"].map((action) => `${type}.${action}`),
);

export async function planApiKey(client: PlainClientAPI, { environment }: ProvisioningSettings): Promise<SpaceWrite> {
	const keys = await fetchAll(client.apiKey.getMany, {});
	const hasKey = keys.some(({ name }) => name === apiKeyName);
	const environments = [{ sys: { type: "Link" as const, linkType: "Environment" as const, id: environment } }];
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
 * Plans the writes that set up the site's webhook and the space's signing secret.
 * @param keepsSecret whether to keep the space's current secret
 */
export async function planWebhook(
	client: PlainClientAPI,
	{ environment, siteUrl, webhookSecret }: ProvisioningSettings,
	{ keepsSecret = false }: { keepsSecret?: boolean } = {},
): Promise<WebhookPlan> {
	if (!siteUrl) return { writes: [], secret: webhookSecret };

	const url = formatWebhookUrl(siteUrl);
	const webhooks = await fetchAll(client.webhook.getMany, {});
	const current = webhooks.find((webhook) => webhook.url === url);
	const hasSecret = await hasSigningSecret(client);
	const isSetUp = current !== undefined && !webhookSecret;
	const isSecretKept = hasSecret && (keepsSecret || isSetUp);
	const secret = isSecretKept ? undefined : (webhookSecret ?? randomBytes(32).toString("hex"));
	const secretWrite: SpaceWrite = {
		status: toStatus({ exists: hasSecret, isEqual: isSecretKept }),
		action: "set the signing secret",
		run: () => client.webhook.upsertSigningSecret({}, { value: secret ?? "" }),
	};

	const { sys } = await client.environment.get({});
	// If `environment` is an alias, Contentful's events contain the environment's id instead of the alias.
	const ids: [string, ...string[]] = [environment];
	if (sys.id !== environment) ids.push(sys.id);
	const filters: WebhookProps["filters"] = [{ in: [{ doc: "sys.environment.sys.id" }, ids] }];
	const values = { name: "Website", url, topics, filters, active: true };
	const webhookWrite: SpaceWrite = {
		status: toStatus({ exists: current !== undefined, isEqual: hasAll(current, values) }),
		action: `make the webhook to ${url}`,
		run: () => {
			if (!current) return client.webhook.create({}, values as CreateWebhooksProps);
			return client.webhook.update({ webhookDefinitionId: current.sys.id }, { ...current, ...values });
		},
	};
	return { writes: [secretWrite, webhookWrite], secret };
}

async function hasSigningSecret(client: PlainClientAPI): Promise<boolean> {
	try {
		await client.webhook.getSigningSecret({});
		return true;
	} catch (error) {
		if ((error as Error).name === "NotFound") return false;
		throw error;
	}
}

/** Returns the address to which Contentful sends webhooks. */
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
	if (!key) throw new Error(`The API key "${apiKeyName}" is not in the space any more. Run the command again.`);
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
