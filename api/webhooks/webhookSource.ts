import { z } from "zod";
import type { WebhookSettings } from "../../environment/environment.server.ts";

export type Webhook = {
	url: string;
	headers: Headers;
	/** Request body exactly as it was sent, because the signature covers its bytes. */
	body: string;
};

/** Service whose webhooks request a rebuild. */
export type WebhookSource = {
	/** Name of the service, for log lines and error messages. */
	name: string;
	/** Environment variable with the signing secret. */
	secretVariable: keyof WebhookSettings["secrets"];
	/** Checks whether a request has headers that only the service sends. The signature is verified later. */
	isSender: (headers: Headers) => boolean;
	/**
	 * Verifies the signature of a webhook. Resolves with false, or rejects, when the signature is not valid.
	 * @param maxAgeSeconds maximum age; 0 for any age
	 */
	verifySignature: (webhook: Webhook, secret: string, maxAgeSeconds: number) => Promise<boolean>;
	/** Reads the time of the signature from the headers, in milliseconds since 1970. */
	readSigningTimeMs: (headers: Headers) => number;
	/**
	 * Describes in a few words what has changed.
	 * @returns undefined when the change does not affect the site
	 * @throws Refusal when the payload is malformed
	 */
	describeChange: (webhook: Webhook, options: DescribeOptions) => string | undefined;
};

type DescribeOptions = {
	settings: WebhookSettings;
	/** Whether the site shows drafts, so that saving a draft changes the site. */
	includesDrafts: boolean;
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
export function parsePayload<Schema extends z.ZodType>(schema: Schema, body: string): z.infer<Schema> {
	try {
		return schema.parse(JSON.parse(body));
	} catch {
		throw new Refusal(400, "The request is malformed.");
	}
}

/** Maximum age of a signature, in seconds. Contentful's retries after 30 and 60 seconds may reuse a signature. */
const signatureMaxAgeSeconds = 300;

/**
 * Checks the signature of a webhook.
 * @throws Refusal when the signature is missing, wrong or too old
 */
export async function checkSignature(source: WebhookSource, webhook: Webhook, secret: string): Promise<void> {
	const isSigned = (maxAgeSeconds: number) => source.verifySignature(webhook, secret, maxAgeSeconds).catch(() => false);
	if (await isSigned(signatureMaxAgeSeconds)) return;
	// A maximum age of 0 permits any age.
	const isSignedAtAnyTime = await isSigned(0);
	if (!isSignedAtAnyTime) throw new Refusal(401, "The signature is missing or wrong.");
	const signed = new Date(source.readSigningTimeMs(webhook.headers)).toUTCString();
	const now = new Date().toUTCString();
	const message = `The signature is right, but it was made at ${signed}, and it is ${now} here: a signature is valid for ${signatureMaxAgeSeconds} s. If the webhook was sent just now, this machine's clock is wrong: check the clock.`;
	console.error(`Rebuild: ${message}`);
	throw new Refusal(401, message);
}
