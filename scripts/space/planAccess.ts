import { randomBytes } from "node:crypto";
import {
	type ApiKeyProps,
	type CreateWebhooksProps,
	fetchAll,
	type PlainClientAPI,
	type WebhookProps,
} from "contentful-management";
import type { Provisioning } from "../../content/environment.server.ts";
import { hasAll, type Step } from "./planContent.ts";

const apiKeyName = "Website";

/** What Contentful tells the site of: https://www.contentful.com/developers/docs/webhooks/overview/ */
const topics = ["Entry", "Asset"].flatMap((type) =>
	["publish", "unpublish", "archive", "delete"].map((action) => `${type}.${action}`),
);

/** How the site reaches a space, and the space the site. */
export type Access = {
	apiKeys: ApiKeyProps[];
	webhooks: WebhookProps[];
	/** The ids of the environment: its own, and that of the one it stands for if it is an alias. */
	environmentIds: [string, ...string[]];
	hasSigningSecret: boolean;
};

/** Fetches the API keys and webhooks of a space. Writes nothing. */
export async function fetchAccess(client: PlainClientAPI, environment: string): Promise<Access> {
	const { sys } = await client.environment.get({});
	const all = { query: { limit: 100 } };
	const [apiKeys, webhooks, hasSigningSecret] = await Promise.all([
		fetchAll(client.apiKey.getMany, all),
		fetchAll(client.webhook.getMany, all),
		client.webhook.getSigningSecret({}).then(
			() => true,
			(error: Error) => {
				if (error.name === "NotFound") return false;
				throw error;
			},
		),
	]);
	return {
		apiKeys,
		webhooks,
		hasSigningSecret,
		environmentIds: [environment, ...(sys.id === environment ? [] : [sys.id])],
	};
}

export function webhookUrl(siteUrl: string): string {
	return `${siteUrl}/api/rebuild`;
}

/**
 * The signing secret to set.
 * @returns undefined when the space has a secret and a webhook that calls the site, which may know the secret already
 */
export function chooseSecret({ webhooks, hasSigningSecret }: Access, { siteUrl, webhookSecret }: Provisioning) {
	if (webhookSecret || !siteUrl) return webhookSecret;
	const isWired = hasSigningSecret && webhooks.some(({ url }) => url === webhookUrl(siteUrl));
	return isWired ? undefined : randomBytes(32).toString("hex");
}

/** Compares API key, signing secret and webhook with what the site needs. */
export function planAccess(
	client: PlainClientAPI,
	{ apiKeys, webhooks, environmentIds, hasSigningSecret }: Access,
	{ siteUrl, secret }: { siteUrl: string | undefined; secret: string | undefined },
): Step[] {
	const environments = environmentIds.slice(0, 1).map((id) => ({
		sys: { type: "Link" as const, linkType: "Environment" as const, id },
	}));
	const key: Step = {
		is: apiKeys.some(({ name }) => name === apiKeyName) ? "there" : "new",
		what: "make an API key",
		run: () => client.apiKey.create({}, { name: apiKeyName, environments }),
	};
	if (!siteUrl) return [key];
	const signing: Step = {
		is: !secret ? "there" : hasSigningSecret ? "other" : "new",
		what: "set the signing secret",
		run: () => client.webhook.upsertSigningSecret({}, { value: secret ?? "" }),
	};
	const url = webhookUrl(siteUrl);
	const filters: WebhookProps["filters"] = [{ in: [{ doc: "sys.environment.sys.id" }, environmentIds] }];
	const values = { name: "Website", url, topics, filters, active: true };
	const old = webhooks.find((webhook) => webhook.url === url);
	const webhook: Step = {
		is: hasAll(old, values) ? "there" : old ? "other" : "new",
		what: `make the webhook to ${url}`,
		run: () =>
			old
				? client.webhook.update({ webhookDefinitionId: old.sys.id }, { ...old, ...values })
				: client.webhook.create({}, values as CreateWebhooksProps),
	};
	return [key, signing, webhook];
}

/** What the site must be told to read this space. */
export async function fetchVariables(
	client: PlainClientAPI,
	{ apiUrl, spaceId, environment }: Provisioning,
	secret: string | undefined,
): Promise<Record<string, string>> {
	const keys = await fetchAll(client.apiKey.getMany, { query: { limit: 100 } });
	const key = keys.find(({ name }) => name === apiKeyName);
	if (!key) throw new Error(`The API key "${apiKeyName}" is not in the space any more. Run the command again.`);
	const preview = await client.previewApiKey.get({ previewApiKeyId: key.preview_api_key.sys.id });
	const inEurope = new URL(apiUrl).hostname === "api.eu.contentful.com";
	return {
		CONTENTFUL_SPACE_ID: spaceId,
		...(environment === "master" ? {} : { CONTENTFUL_ENVIRONMENT: environment }),
		CONTENTFUL_DELIVERY_TOKEN: key.accessToken,
		CONTENTFUL_PREVIEW_TOKEN: String((preview as { accessToken?: unknown }).accessToken),
		...(inEurope && {
			CONTENTFUL_API_URL: "https://cdn.eu.contentful.com",
			CONTENTFUL_PREVIEW_URL: "https://preview.eu.contentful.com",
		}),
		...(secret && { CONTENTFUL_WEBHOOK_SECRET: secret }),
	};
}
