import { verifyRequest } from "@contentful/node-apps-toolkit/requests";
import { z } from "zod";
import type { WebhookSettings } from "../../environment/environment.server.ts";
import {
	type ItemState,
	parsePayload,
	signatureMaxAgeSeconds,
	vendorIdSchema,
	type WebhookSource,
} from "./webhookSource.ts";

/** Webhooks of Contentful: https://www.contentful.com/developers/docs/webhooks/request-verification/ */
export const contentful: WebhookSource = {
	name: "Contentful",
	secretVariable: "CONTENTFUL_WEBHOOK_SECRET",
	isSender: (headers) => [...headers.keys()].some((name) => name.startsWith("x-contentful-")),
	async verifySignature({ url, headers, body }, secret) {
		const { pathname, search } = new URL(url);
		const request = {
			method: "POST",
			path: pathname + search,
			headers: Object.fromEntries(headers),
			body,
		} as const;
		return verifyRequest(secret, request, signatureMaxAgeSeconds);
	},
	async readChange({ headers, body }, settings) {
		const topic = topicPattern.exec(headers.get("x-contentful-topic") ?? "")?.groups;
		if (!topic) return undefined;
		const { id, space, environment, revision, deletedAt } = parsePayload(payloadSchema, body).sys;
		if (space.sys.id !== settings.contentful.spaceId) return undefined;
		if (topic.type === "EnvironmentAlias") {
			return id === settings.contentful.environment
				? { title: `Contentful: alias ${id} changed` }
				: undefined;
		}
		const action = actions[topic.action ?? ""];
		if (!action) return undefined;
		const isOwn = await isOwnEnvironment(environment.sys.id, settings.contentful);
		// When it is unknown, no change must be lost.
		if (isOwn === false) return undefined;
		const release = vendorIdSchema.safeParse(headers.get("x-contentful-release-id"));
		const title = release.success
			? `Contentful: release ${release.data}`
			: `Contentful: ${topic.type?.toLowerCase()} ${id} ${action}`;
		if (revision === undefined || !isOwn) return { title };
		return { title, state: { type: topic.type as ItemState["type"], id, revision, deletedAt } };
	},
};

const topicPattern = /^ContentManagement\.(?<type>Entry|Asset|EnvironmentAlias)\.(?<action>\w+)$/;

/** Time limit of the request to Contentful, in milliseconds. */
const timeoutMs = 5_000;

/**
 * Checks whether the site shows an environment. Through an alias, an event names the alias or the environment behind it,
 * which an editor can change at any time, so Contentful is asked.
 * @returns undefined when Contentful does not answer
 */
async function isOwnEnvironment(
	id: string,
	contentful: WebhookSettings["contentful"],
): Promise<boolean | undefined> {
	const { apiUrl, spaceId, environment, token } = contentful;
	if (id === environment) return true;
	const url = `${apiUrl}/spaces/${spaceId}/environments/${encodeURIComponent(environment)}/entries?limit=1&select=sys`;
	try {
		const headers = { Authorization: `Bearer ${token}` };
		const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
		const { items } = entriesSchema.parse(await response.json());
		return items.every(({ sys }) => sys.environment.sys.id === id);
	} catch (error) {
		console.error(
			`Rebuild: Contentful does not say what the environment ${environment} is: ${(error as Error).name}`,
		);
		return undefined;
	}
}

/** Schema of entries that Contentful's delivery API returns. */
const entriesSchema = z.object({
	items: z.array(
		z.object({ sys: z.object({ environment: z.object({ sys: z.object({ id: z.string() }) }) }) }),
	),
});

/**
 * Actions that change the published site. Each key is an action from the webhook's topic, and each value a word for the
 * build's title.
 */
const actions: Record<string, string> = {
	publish: "published",
	unpublish: "unpublished",
	archive: "archived",
	delete: "deleted",
};

/**
 * Schema of the properties of webhook payloads: https://www.contentful.com/developers/docs/webhooks/overview/
 * `revision` is absent after changes that are not published, and `deletedAt` after all but deletion and unpublishing
 * (types `EntryPublishEventPayload` and `EntryDeleteEventPayload` of @contentful/node-apps-toolkit).
 */
const payloadSchema = z.object({
	sys: z.object({
		id: vendorIdSchema,
		space: z.object({ sys: z.object({ id: z.string() }) }),
		environment: z.object({ sys: z.object({ id: z.string() }) }).default({ sys: { id: "master" } }),
		revision: z.number().optional(),
		deletedAt: z.string().optional(),
	}),
});
