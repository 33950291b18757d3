import { z } from "zod";
import type { Environment } from "../../../site/environment.server.ts";
import type { FetchOptions } from "../limits.ts";
import { fetchList } from "./fetchList.ts";

const currency = z.string().length(3).toLowerCase();

/** The fields of a payment link that are read: https://docs.stripe.com/api/payment-link/object */
const stripePaymentLink = z.object({
	id: z.string(),
	object: z.literal("payment_link"),
	active: z.boolean(),
	url: z.url(),
	/** Absent unless asked for; of a long list only the first comes with the link. */
	line_items: z.object({
		has_more: z.boolean(),
		data: z.array(
			z.object({
				amount_total: z.number(),
				currency,
				price: z
					.object({
						recurring: z.object({ interval: z.string(), interval_count: z.number() }).nullish(),
						custom_unit_amount: z.object({}).nullish(),
					})
					.nullable(),
			}),
		),
	}),
});

export type StripePaymentLink = z.infer<typeof stripePaymentLink>;

/**
 * Lists all payment links with what they sell.
 * @returns the links, or the status with which Stripe refuses a key that may not read them: 401, 403 or 404
 * @throws FaultsError when the list cannot be had whole for another reason, or is not what the API documents
 */
export async function fetchPaymentLinks(
	environment: Pick<Environment, "stripe">,
	options: FetchOptions,
): Promise<StripePaymentLink[] | { refused: number }> {
	try {
		return await fetchList(
			environment,
			{
				what: "payment links",
				item: stripePaymentLink,
				rights: "Payment Links: Read",
				ask: (stripe, page) => stripe.paymentLinks.list({ expand: ["data.line_items"], ...page }),
			},
			options,
		);
	} catch (error) {
		const { status } = error as { status?: number };
		if (status && [401, 403, 404].includes(status)) return { refused: status };
		throw error;
	}
}
