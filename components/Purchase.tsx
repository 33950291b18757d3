import type { ReactNode } from "react";
import { formatPrice } from "../content/money.ts";
import type { Price, Text as TextValue } from "../content/snapshot.ts";
import { NewTabLink } from "./NewTabLink.tsx";
import { Text } from "./Text.tsx";
import "./purchase.css";

type Props = {
	price: Price;
	/** Where it is paid; without a link there is no button. */
	link: string | undefined;
	button: TextValue;
	/** Other ways to pay. */
	children?: ReactNode;
};

/** What something costs, and the button that leads to its payment. */
export function Purchase({ price, link, button, children }: Props) {
	return (
		<div className="purchase">
			<p className="price">{formatPrice(price)}</p>
			{link && (
				<NewTabLink href={link} className="button">
					<Text of={button} />
				</NewTabLink>
			)}
			{children}
		</div>
	);
}
