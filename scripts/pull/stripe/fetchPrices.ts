import { z } from "zod";
import type { Environment } from "../../../site/environment.server.ts";
import type { FetchOptions } from "../limits.ts";
import { fetchList } from "./fetchList.ts";

const product = z.object({
	id: z.string(),
	active: z.boolean().optional(),
	updated: z.number().optional(),
	deleted: z.literal(true).optional(),
	default_price: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish(),
});

/** The fields of a price that are read: https://docs.stripe.com/api/prices/object */
const stripePrice = z.object({
	id: z.string(),
	object: z.literal("price"),
	created: z.number(),
	livemode: z.boolean().optional(),
	currency: z.string().length(3).toLowerCase(),
	unit_amount: z.number().nullable(),
	product: z.union([z.string().transform((id): z.infer<typeof product> => ({ id })), product]),
});

export type StripePrice = z.infer<typeof stripePrice>;

/**
 * Lists the active one-time prices with their products.
 * @throws FaultsError when the list cannot be had whole, or is not what the API documents
 */
export function fetchPrices(environment: Pick<Environment, "stripe">, options: FetchOptions): Promise<StripePrice[]> {
	return fetchList(
		environment,
		{
			what: "prices",
			item: stripePrice,
			rights: "Prices: Read and Products: Read",
			ask: (stripe, page) => stripe.prices.list({ active: true, type: "one_time", expand: ["data.product"], ...page }),
		},
		options,
	);
}
