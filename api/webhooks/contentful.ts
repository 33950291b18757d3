import { verifyRequest } from "@contentful/node-apps-toolkit/requests";
import { z } from "zod";
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
		const request = { method: "POST", path: pathname + search, headers: Object.fromEntries(headers), body } as const;
		return verifyRequest(secret, request, signatureMaxAgeSeconds);
	},
	readChange({ headers, body }, { settings, includesDrafts }) {
		const topic = topicPattern.exec(headers.get("x-contentful-topic") ?? "")?.groups;
		if (!topic) return undefined;
		const knownActions = includesDrafts ? draftActions : actions;
		const action = knownActions[topic.action ?? ""];
		if (!action) return undefined;
		const { id, space, environment, revision, deletedAt } = parsePayload(payloadSchema, body).sys;
		const { spaceId, environments } = settings.contentful;
		if (space.sys.id !== spaceId || !environments.includes(environment.sys.id)) return undefined;
		const release = vendorIdSchema.safeParse(headers.get("x-contentful-release-id"));
		const title = release.success
			? `Contentful: release ${release.data}`
			: `Contentful: ${topic.type?.toLowerCase()} ${id} ${action}`;
		// Of several further names, such as the targets of an alias, the site reads only one.
		const isOfSite = environment.sys.id === environments[0] || environments.length === 2;
		// A preview still shows unpublished items, as drafts.
		if (revision === undefined || !isOfSite || includesDrafts) return { title };
		return { title, state: { type: topic.type as ItemState["type"], id, revision, deletedAt } };
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
