import type Stripe from "stripe";
import type { Change } from "./contentful.ts";

/** Types of events that can change prices on the site: https://docs.stripe.com/api/events/types */
const pricingEvent = /^(price|product|payment_link)\./;

/**
 * Reads a webhook of Stripe: https://docs.stripe.com/webhooks/signature
 * @returns undefined when the event does not affect the site
 * @throws Error when the signature is wrong or older than 300 s
 */
export async function readStripeChange(
	{ headers }: Request,
	body: string,
	secret: string,
): Promise<Change | undefined> {
	// Imported on demand, because the package is large and few requests need it.
	const { webhooks } = (await import("stripe")).default;
	const signature = headers.get("stripe-signature") ?? "";
	const { type, data }: Stripe.Event = await webhooks.constructEventAsync(body, signature, secret);
	if (!pricingEvent.test(type)) return undefined;
	return { title: `Stripe: ${type} ${(data.object as { id: string }).id}` };
}
