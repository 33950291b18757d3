import { z } from "zod";
import {
	parsePayload,
	signatureMaxAgeSeconds,
	vendorIdSchema,
	type WebhookSource,
} from "./webhookSource.ts";

/** Webhooks of Stripe: https://docs.stripe.com/webhooks/signature */
export const stripe: WebhookSource = {
	name: "Stripe",
	secretVariable: "STRIPE_WEBHOOK_SECRET",
	isSender: (headers) =>
		headers.has("stripe-signature") || (headers.get("user-agent")?.startsWith("Stripe/") ?? false),
	async verifySignature({ headers, body }, secret) {
		// Imported on demand, because the package is large and few requests need it.
		const { default: Stripe } = await import("stripe");
		const signature = headers.get("stripe-signature") ?? "";
		try {
			await Stripe.webhooks.constructEventAsync(body, signature, secret, signatureMaxAgeSeconds);
			return true;
		} catch (error) {
			// A SyntaxError proves a valid signature, because Stripe checks the signature before it parses the payload.
			return error instanceof SyntaxError;
		}
	},
	async readChange({ body }) {
		const { type } = parsePayload(eventSchema, body);
		if (!pricingEvent.test(type)) return undefined;
		const { data } = parsePayload(pricingEventSchema, body);
		return { title: `Stripe: ${type} ${data.object.id}` };
	},
};

/** Types of events that can change prices on the site: https://docs.stripe.com/api/events/types */
const pricingEvent = /^(?:price|product|payment_link)\.[a-z_.]+$/;

const eventSchema = z.object({ type: z.string() });

/** Schema of the events in `pricingEvent`. Objects of other events can have another kind of id, or none. */
const pricingEventSchema = z.object({
	data: z.object({ object: z.object({ id: vendorIdSchema }) }),
});
