import { z } from "zod";
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

/** Change that a webhook reports. */
export type Change = {
	/** Description in a few words, for log lines and the title of a build. */
	title: string;
	/** State that the next rebuild must find in Contentful's content. Undefined when it cannot be known. */
	state?: ItemState;
};

/** Service whose webhooks request a rebuild. */
export type WebhookSource = {
	/** Name of the service, for log lines and error messages. */
	name: string;
	/** Environment variable with the signing secret. */
	secretVariable: keyof WebhookSettings["secrets"];
	/** Checks whether a request has headers that only the service sends. The signature is verified later. */
	isSender: (headers: Headers) => boolean;
	/** Verifies the signature of a webhook and its age. Resolves with false, or rejects, when the signature is not valid. */
	verifySignature: (webhook: Webhook, secret: string) => Promise<boolean>;
	/**
	 * Reads what has changed.
	 * @returns undefined when the change does not affect the site, so that nothing is rebuilt
	 * @throws Refusal when the payload is malformed
	 */
	readChange: (webhook: Webhook, settings: WebhookSettings) => Promise<Change | undefined>;
};

/** Error that refuses a request with a status and a message. */
export class Refusal extends Error {
	readonly status: number;
	readonly headers: Record<string, string>;

	constructor(status: number, message: string, headers: Record<string, string> = {}) {
		super(message);
		this.name = "Refusal";
		this.status = status;
		this.headers = headers;
	}
}

/** Schema of an id from Contentful or Stripe. Ids are logged, so only word characters, dots and hyphens are allowed. */
export const vendorIdSchema = z.string().regex(/^[\w.-]+$/);

/**
 * Parses the payload of a webhook.
 * @throws Refusal when the payload is not JSON or does not match the schema
 */
export function parsePayload<Schema extends z.ZodType>(
	schema: Schema,
	body: string,
): z.infer<Schema> {
	try {
		return schema.parse(JSON.parse(body));
	} catch {
		throw new Refusal(400, "The request is malformed.");
	}
}

/** Maximum age of a signature, in seconds. Contentful's retries after 30 and 60 seconds may reuse a signature. */
export const signatureMaxAgeSeconds = 300;

/**
 * Checks the signature of a webhook.
 * @throws Refusal when the signature is missing, wrong or too old
 */
export async function checkSignature(
	source: WebhookSource,
	webhook: Webhook,
	secret: string,
): Promise<void> {
	const isSigned = await source.verifySignature(webhook, secret).catch(() => false);
	if (isSigned) return;
	const clock = `If the secret is right, check this machine's clock: it is ${new Date().toUTCString()} here.`;
	const age = `older than ${signatureMaxAgeSeconds} s`;
	throw new Refusal(401, `The signature is missing, wrong or ${age}. ${clock}`);
}
