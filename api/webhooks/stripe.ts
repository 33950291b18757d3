import type Stripe from "stripe";
import type { WebhookSource } from "./webhookSource.ts";

/** Webhooks of Stripe, whose signatures are valid for 300 s: https://docs.stripe.com/webhooks/signature */
export const stripe: WebhookSource = {
	secretVariable: "STRIPE_WEBHOOK_SECRET",
	async verifySignature({ headers, body }, secret) {
		// Imported on demand, because the package is large and few requests need it.
		const { webhooks } = (await import("stripe")).default;
		const signature = headers.get("stripe-signature") ?? "";
		await webhooks.constructEventAsync(body, signature, secret);
		return true;
	},
	async readChange({ body }) {
		const { type, data }: Stripe.Event = JSON.parse(body);
		if (!pricingEvent.test(type)) return undefined;
		return { title: `Stripe: ${type} ${(data.object as { id: string }).id}` };
	},
};

/** Types of events that can change prices on the site: https://docs.stripe.com/api/events/types */
const pricingEvent = /^(price|product|payment_link)\./;
