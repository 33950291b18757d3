import { randomBytes } from "node:crypto";
import { type CreateWebhooksProps, fetchAll, type PlainClientAPI, type WebhookProps } from "contentful-management";
import type { Provisioning } from "../../site/environment.server.ts";
import { hasAll, type Step } from "./planContent.ts";

const apiKeyName = "Website";

/** What Contentful tells the site of: https://www.contentful.com/developers/docs/webhooks/overview/ */
const topics = ["Entry", "Asset"].flatMap((type) =>
	["publish", "unpublish", "archive", "delete"].map((action) => `${type}.${action}`),
);

/**
 * Compares API key, signing secret and webhook with what the site needs: how the site reaches a space, and the space the site.
 * @returns the steps, and the signing secret to set; undefined when the one that is there stays, which Contentful shows to nobody
 */
export async function planAccess(
	client: PlainClientAPI,
	{ environment, siteUrl, webhookSecret }: Provisioning,
): Promise<{ steps: Step[]; secret: string | undefined }> {
	const { sys } = await client.environment.get({});
	const keys = await fetchAll(client.apiKey.getMany, {});
	const environments = [{ sys: { type: "Link" as const, linkType: "Environment" as const, id: environment } }];
	const key: Step = {
		is: keys.some(({ name }) => name === apiKeyName) ? "there" : "new",
		what: "make an API key",
		run: () => client.apiKey.create({}, { name: apiKeyName, environments }),
	};
	if (!siteUrl) return { steps: [key], secret: webhookSecret };

	const isSigned = await client.webhook.getSigningSecret({}).then(
		() => true,
		(error: Error) => (error.name === "NotFound" ? false : Promise.reject(error)),
	);
	const url = webhookUrl(siteUrl);
	const old = (await fetchAll(client.webhook.getMany, {})).find((webhook) => webhook.url === url);
	const secret = webhookSecret ?? (isSigned && old ? undefined : randomBytes(32).toString("hex"));
	const signing: Step = {
		is: !secret ? "there" : isSigned ? "other" : "new",
		what: "set the signing secret",
		run: () => client.webhook.upsertSigningSecret({}, { value: secret ?? "" }),
	};
	// Events of an alias name the environment that it stands for.
	const ids: [string, ...string[]] = [environment, ...[sys.id].filter((id) => id !== environment)];
	const filters: WebhookProps["filters"] = [{ in: [{ doc: "sys.environment.sys.id" }, ids] }];
	const values = { name: "Website", url, topics, filters, active: true };
	const webhook: Step = {
		is: hasAll(old, values) ? "there" : old ? "other" : "new",
		what: `make the webhook to ${url}`,
		run: () =>
			old
				? client.webhook.update({ webhookDefinitionId: old.sys.id }, { ...old, ...values })
				: client.webhook.create({}, values as CreateWebhooksProps),
	};
	return { steps: [key, signing, webhook], secret };
}

export function webhookUrl(siteUrl: string): string {
	return `${siteUrl}/api/rebuild`;
}

/** What the site must be told to read this space. */
export async function fetchVariables(
	client: PlainClientAPI,
	{ apiUrl, spaceId, environment }: Provisioning,
	secret: string | undefined,
): Promise<Record<string, string>> {
	const keys = await fetchAll(client.apiKey.getMany, {});
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
