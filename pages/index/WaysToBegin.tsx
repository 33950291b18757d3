import { Link } from "react-router";
import { Text } from "../../components/Text.tsx";
import { formatPounds, formatPoundsAmount, formatPrice } from "../../content/money.ts";
import { firstSentence } from "../../content/plainText.ts";
import { type RouteName, routes, shownRoutes } from "../../content/routes.ts";
import type { Priced, Snapshot, TextValue } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "./WaysToBegin.css";

type Service = {
	route: RouteName;
	/** A line of the page itself. */
	line: TextValue | undefined;
	/** The lowest price, as it is shown. */
	price: string;
};

/** What the practice offers: the pages with something for sale, in the order of the navigation. */
export function listServices(content: Snapshot): Service[] {
	const { consultations, packages, programmes, functionalTests } = content;
	const offers: Partial<Record<RouteName, Omit<Service, "route" | "price"> & { price: string | undefined }>> = {
		consultations: { line: firstSentence(consultations.description), price: lowest(consultations.consultations) },
		packages: { line: firstSentence(packages.helpText), price: lowest(packages.packages) },
		programmes: { line: programmes.title, price: lowest(programmes.programmes) },
		functionalTests: {
			line: firstSentence(functionalTests.functionalTestsDescription),
			price: lowestOfTests(functionalTests),
		},
	};
	return shownRoutes(content).flatMap((route) => {
		const { line, price } = offers[route] ?? {};
		return price ? [{ route, line, price }] : [];
	});
}

/** The lowest price in the currency of the first. */
function lowest(items: Priced<object>[]): string | undefined {
	const comparable = items.map(({ price }) => price).filter(({ currency }) => currency === items[0]?.price.currency);
	const [least] = comparable.sort((one, other) => one.amount - other.amount);
	return least && formatPrice(least);
}

function lowestOfTests({ dnaTests }: Snapshot["functionalTests"]): string | undefined {
	const amounts = dnaTests.flatMap(({ price }) => (price === undefined ? [] : (formatPoundsAmount(price) ?? [])));
	return amounts.length > 0 ? formatPounds(Math.min(...amounts.map(Number))) : undefined;
}

/** Leads to what can be bought: each page by its name, a line of its own and its lowest price. */
export function WaysToBegin({ services, content }: { services: Service[]; content: Snapshot }) {
	const { waysToBegin, from } = words[content.locale];
	if (services.length === 0) return null;
	return (
		<section className="begin headed" aria-labelledby="begin-title">
			<h2 id="begin-title">{waysToBegin}</h2>
			<ul>
				{services.map(({ route, line, price }) => (
					<li key={route}>
						<h3>
							<Link to={routes[route]} discover="none">
								<Text of={content.navigation[route]} />
							</Link>
						</h3>
						<Text as="p" of={line} />
						<p className="from">{from.replace("{price}", price)}</p>
					</li>
				))}
			</ul>
		</section>
	);
}
