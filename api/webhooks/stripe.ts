import type Stripe from "stripe";
import type { Change } from "./change.ts";

/** Types of events that can change prices on the site: https://docs.stripe.com/api/events/types */
const pricingEvent = /^(price|product|payment_link)\./;

/** Checks the signature of a webhook, which is valid for 300 s: https://docs.stripe.com/webhooks/signature */
export async function isSignedByStripe(
	{ headers }: Request,
	body: string,
	secret: string,
): Promise<boolean> {
	// Imported on demand, because the package is large and few requests need it.
	const { webhooks } = (await import("stripe")).default;
	const signature = headers.get("stripe-signature") ?? "";
	return webhooks.constructEventAsync(body, signature, secret).then(
		() => true,
		() => false,
	);
}

/** Reads a signed webhook. Returns undefined when the event does not affect the site. */
export function readStripeChange(body: string): Change | undefined {
	const { type, data }: Stripe.Event = JSON.parse(body);
	if (!pricingEvent.test(type)) return undefined;
	return { title: `Stripe: ${type} ${(data.object as { id: string }).id}` };
}
