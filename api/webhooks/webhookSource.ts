import type { WebhookSettings } from "../../environment/environment.server.ts";

export type Webhook = {
	url: string;
	headers: Headers;
	/** Request body exactly as it was sent, because the signature covers its bytes. */
	body: string;
};

/** State of an entry or asset in Contentful after a change. */
export type ItemState = {
	type: "Entry" | "Asset";
	id: string;
	/** Number of publications. */
	revision: number;
	/** Time at which the item was unpublished or deleted. Undefined after a publication. */
	deletedAt: string | undefined;
};

/** Service whose webhooks request a rebuild. */
export type WebhookSource = {
	/** Environment variable with the signing secret. */
	secretVariable: keyof WebhookSettings["secrets"];
	/** Verifies the signature of a webhook and its age. Resolves with false, or rejects, when the signature is not valid. */
	verifySignature: (webhook: Webhook, secret: string) => Promise<boolean>;
	/**
	 * Reads what has changed. Only called after the signature was verified.
	 * @returns a description in a few words, for log lines and the title of a build, and the state that the next rebuild
	 * must find in Contentful's content, if it can be known; undefined when the change does not affect the site
	 */
	readChange: (
		webhook: Webhook,
		settings: WebhookSettings,
	) => Promise<{ title: string; state?: ItemState } | undefined>;
};
