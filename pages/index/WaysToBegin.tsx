import { Link } from "react-router";
import { Text } from "../../components/Text/Text.tsx";
import type { Offer } from "../../content/pageFacts.ts";
import { pages } from "../../content/pages.ts";
import { type RouteName, shownRoutes } from "../../content/routes.ts";
import type { Snapshot, TextValue } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "./WaysToBegin.css";

type Service = {
	route: RouteName;
	teaser: TextValue | undefined;
	/** The lowest price, as the page shows it. */
	price: string;
};

/** Returns the pages that sell something, in the order of the navigation. */
export function listServices(content: Snapshot): Service[] {
	return shownRoutes(content).flatMap((route) => {
		const { sells } = pages[route];
		const cheapest = sells && findCheapest(sells.offers(content));
		return cheapest ? [{ route, teaser: sells.teaser(content), price: cheapest.shownPrice }] : [];
	});
}

/** Returns the offer with the lowest price, of those in the currency of the first. */
function findCheapest(offers: Offer[]): Offer | undefined {
	const comparable = offers.filter(({ price }) => price.currency === offers[0]?.price.currency);
	const [cheapest] = comparable.sort((one, other) => one.price.amount - other.price.amount);
	return cheapest;
}

/** Links to the pages that sell something, each with its name, its teaser and its lowest price. */
export function WaysToBegin({ services, content }: { services: Service[]; content: Snapshot }) {
	const { waysToBegin, from } = words[content.locale];
	if (services.length === 0) return null;
	return (
		<section className="begin headed" aria-labelledby="begin-title">
			<h2 id="begin-title">{waysToBegin}</h2>
			<ul>
				{services.map(({ route, teaser, price }) => (
					<li key={route}>
						<h3>
							<Link to={pages[route].path} discover="none">
								<Text of={pages[route].label(content)} />
							</Link>
						</h3>
						<Text as="p" of={teaser} />
						<p className="from">{from.replace("{price}", price)}</p>
					</li>
				))}
			</ul>
		</section>
	);
}
