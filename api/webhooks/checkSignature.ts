import { Refusal, type Webhook, type WebhookSource } from "./webhookSource.ts";

/** Maximum age of a signature, in seconds. Contentful's retries after 30 and 60 seconds may reuse a signature. */
const maxAgeSeconds = 300;

/**
 * Checks the signature of a webhook.
 * @throws Refusal when the signature is missing, wrong or too old
 */
export async function checkSignature(source: WebhookSource, webhook: Webhook, secret: string): Promise<void> {
	const isSigned = (ageSeconds: number) => source.verifySignature(webhook, secret, ageSeconds).catch(() => false);
	if (await isSigned(maxAgeSeconds)) return;
	const isSignedAtAnyTime = await isSigned(0);
	if (!isSignedAtAnyTime) throw new Refusal(401, "The signature is missing or wrong.");
	const signed = new Date(source.readSigningTimeMs(webhook.headers)).toUTCString();
	const now = new Date().toUTCString();
	const message = `The signature is right, but it was made at ${signed}, and it is ${now} here: a signature is valid for ${maxAgeSeconds} s. If the webhook was sent just now, this machine's clock is wrong: check the clock.`;
	console.error(`Rebuild: ${message}`);
	throw new Refusal(401, message);
}
