import { Link } from "react-router";
import type { Service } from "../../content/listServices.ts";
import { pages } from "../../content/pages.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { Text } from "../Text/Text.tsx";
import "../button.css";
import "../dotted.css";
import "../priceFrom.css";

type Props = { service: Service; content: Snapshot };

/**
 * Button that leads to a page that sells services. Below it are the page's lowest price and, if known, the duration of
 * the service with that price: `from £65.00 · 30 minutes`.
 */
export function ServiceButton({ service: { route, startingPrice }, content }: Props) {
	const { path, label } = pages[route];
	return (
		<div>
			<Link to={path} discover="none" className="button">
				<Text text={label(content)} />
			</Link>
			{startingPrice && (
				<p className="price-from dotted">
					<b>{startingPrice.text}</b> <Text as="span" text={startingPrice.duration} />
				</p>
			)}
		</div>
	);
}
