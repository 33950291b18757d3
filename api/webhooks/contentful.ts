import { verifyRequest } from "@contentful/node-apps-toolkit/requests";
import { z } from "zod";
import { parsePayload, vendorIdSchema, type WebhookSource } from "./webhookSource.ts";

/** Webhooks of Contentful: https://www.contentful.com/developers/docs/webhooks/request-verification/ */
export const contentful: WebhookSource = {
	name: "Contentful",
	secretVariable: "CONTENTFUL_WEBHOOK_SECRET",
	isSender: (headers) => [...headers.keys()].some((name) => name.startsWith("x-contentful-")),
	async verifySignature({ url, headers, body }, secret, maxAgeSeconds) {
		const { pathname, search } = new URL(url);
		const request = { method: "POST", path: pathname + search, headers: Object.fromEntries(headers), body } as const;
		return verifyRequest(secret, request, maxAgeSeconds);
	},
	readSigningTimeMs: (headers) => Number(headers.get("x-contentful-timestamp")),
	describeChange({ headers, body }, { settings, includesDrafts }) {
		const topic = topicPattern.exec(headers.get("x-contentful-topic") ?? "")?.groups;
		const action = topic && (includesDrafts ? draftActions : actions)[topic.action ?? ""];
		if (!action) return undefined;
		const { id, space, environment } = parsePayload(payloadSchema, body).sys;
		const { spaceId, environments } = settings.contentful;
		if (space.sys.id !== spaceId || !environments.includes(environment.sys.id)) return undefined;
		// A release sends one event for each of its entries and assets. All these events get the same description.
		const release = vendorIdSchema.safeParse(headers.get("x-contentful-release-id"));
		if (release.success) return `Contentful: release ${release.data}`;
		return `Contentful: ${topic.type?.toLowerCase()} ${id} ${action}`;
	},
};

const topicPattern = /^ContentManagement\.(?<type>Entry|Asset)\.(?<action>\w+)$/;

/** Descriptions of the actions that change the published site, by action in Contentful's topic. */
const actions: Record<string, string> = {
	publish: "published",
	unpublish: "unpublished",
	archive: "archived",
	delete: "deleted",
};

/** Descriptions of the actions that change a site with drafts, by action in Contentful's topic. */
const draftActions: typeof actions = {
	...actions,
	create: "created",
	save: "saved",
	auto_save: "saved",
	unarchive: "restored",
};

/**
 * Schema of the fields that every payload has, even for a deletion:
 * https://www.contentful.com/developers/docs/webhooks/overview/
 */
const payloadSchema = z.object({
	sys: z.object({
		id: vendorIdSchema,
		space: z.object({ sys: z.object({ id: z.string() }) }),
		environment: z.object({ sys: z.object({ id: z.string() }) }).default({ sys: { id: "master" } }),
	}),
});
