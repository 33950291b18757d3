import { verifyRequest } from "@contentful/node-apps-toolkit/requests";
import { z } from "zod";
import { parsePayload, signatureMaxAgeSeconds, vendorIdSchema, type WebhookSource } from "./webhookSource.ts";

/** Webhooks of Contentful: https://www.contentful.com/developers/docs/webhooks/request-verification/ */
export const contentful: WebhookSource = {
	name: "Contentful",
	secretVariable: "CONTENTFUL_WEBHOOK_SECRET",
	isSender: (headers) => [...headers.keys()].some((name) => name.startsWith("x-contentful-")),
	async verifySignature({ url, headers, body }, secret) {
		const { pathname, search } = new URL(url);
		const request = { method: "POST", path: pathname + search, headers: Object.fromEntries(headers), body } as const;
		return verifyRequest(secret, request, signatureMaxAgeSeconds);
	},
	describeChange({ headers, body }, { settings, includesDrafts }) {
		const topic = topicPattern.exec(headers.get("x-contentful-topic") ?? "")?.groups;
		if (!topic) return undefined;
		const knownActions = includesDrafts ? draftActions : actions;
		const action = knownActions[topic.action ?? ""];
		if (!action) return undefined;
		const { id, space, environment } = parsePayload(payloadSchema, body).sys;
		const { spaceId, environments } = settings.contentful;
		if (space.sys.id !== spaceId || !environments.includes(environment.sys.id)) return undefined;
		const release = vendorIdSchema.safeParse(headers.get("x-contentful-release-id"));
		if (release.success) return `Contentful: release ${release.data}`;
		return `Contentful: ${topic.type?.toLowerCase()} ${id} ${action}`;
	},
};

const topicPattern = /^ContentManagement\.(?<type>Entry|Asset)\.(?<action>\w+)$/;

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

/** Actions in Contentful that change a preview of drafts. */
const draftActions: typeof actions = {
	...actions,
	create: "created",
	save: "saved",
	auto_save: "saved",
	unarchive: "restored",
};

/**
 * Schema of the properties that every webhook payload contains:
 * https://www.contentful.com/developers/docs/webhooks/overview/
 */
const payloadSchema = z.object({
	sys: z.object({
		id: vendorIdSchema,
		space: z.object({ sys: z.object({ id: z.string() }) }),
		environment: z.object({ sys: z.object({ id: z.string() }) }).default({ sys: { id: "master" } }),
	}),
});
