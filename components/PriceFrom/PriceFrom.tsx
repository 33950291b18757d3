import type { StartingPrice } from "../../content/listServices.ts";
import type { Locale } from "../../content/locales.ts";
import { words } from "../../content/words.ts";
import { Text } from "../Text/Text.tsx";
import "../dotted.css";
import "./PriceFrom.css";

type Props = {
	startingPrice: StartingPrice;
	locale: Locale;
};

/** Lowest price on a page and, if known, the duration of the service with that price: `from £65.00 · 30 minutes`. */
export function PriceFrom({ startingPrice: { price, duration, hasHigher }, locale }: Props) {
	return (
		<p className="price-from dotted">
			<b>{hasHigher ? words[locale].from.replace("{price}", price) : price}</b> <Text as="span" text={duration} />
		</p>
	);
}
