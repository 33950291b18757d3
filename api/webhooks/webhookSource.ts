import { z } from "zod";
import type { WebhookSettings } from "../../site/environment.server.ts";

export type Webhook = {
	url: string;
	headers: Headers;
	/** Body exactly as it was sent: the signature covers its bytes. */
	body: string;
};

/** Service whose webhooks request a rebuild. */
export type WebhookSource = {
	/** Name of the service in log lines and error messages. */
	name: string;
	/** Environment variable of the signing secret. */
	secretVariable: keyof WebhookSettings["secrets"];
	/** Checks whether a request claims to come from the service. */
	recognises: (headers: Headers) => boolean;
	/**
	 * Checks the signature. A check that fails may return false or reject.
	 * @param maxAgeSeconds maximum age of the signature; 0 for any age
	 */
	verifies: (webhook: Webhook, secret: string, maxAgeSeconds: number) => Promise<boolean>;
	/** Returns when a webhook was signed, by its own account, in milliseconds. */
	signedAt: (headers: Headers) => number;
	/**
	 * Describes what changed, in a few words.
	 * @returns undefined when nothing on the site depends on the change
	 * @throws Refusal when the payload is malformed
	 */
	describes: (webhook: Webhook, options: DescribeOptions) => string | undefined;
};

export type DescribeOptions = {
	settings: WebhookSettings;
	/** Whether the site shows drafts, so that saving an entry changes it. */
	includesDrafts: boolean;
};

/** Refusal of a request: status and message of its response. */
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

/** Id of an entry or object. It is written to the log, so only word characters, dots and hyphens are allowed. */
export const vendorIdSchema = z.string().regex(/^[\w.-]+$/);

/** Parses a payload. Throws a refusal when it is not JSON or does not have the shape that the service documents. */
export function parsePayload<Schema extends z.ZodType>(schema: Schema, body: string): z.infer<Schema> {
	try {
		return schema.parse(JSON.parse(body));
	} catch {
		throw new Refusal(400, "The request is malformed.");
	}
}
