import { formatPrice } from "../content/money.ts";
import type { Price as PriceValue } from "../content/snapshot.ts";
import "./Price.css";

/** What something costs. */
export function Price({ price }: { price: PriceValue }) {
	return <p className="price">{formatPrice(price)}</p>;
}
