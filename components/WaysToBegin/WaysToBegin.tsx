import { Link } from "react-router";
import { listServices } from "../../content/listServices.ts";
import { pages } from "../../content/pages.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Text } from "../Text/Text.tsx";
import "./WaysToBegin.css";

/** Links to the pages with services, each with its name, its teaser and its lowest price. */
export function WaysToBegin({ content }: { content: Snapshot }) {
	const { waysToBegin, from } = words[content.locale];
	const services = listServices(content);
	if (services.length === 0) return null;
	return (
		<section className="begin headed band" aria-labelledby="begin-title">
			<h2 id="begin-title">{waysToBegin}</h2>
			<ul>
				{services.map(({ route, teaser, startingPrice: { price, hasHigher } }) => (
					<li key={route}>
						<h3>
							<Link to={pages[route].path} discover="none">
								<Text of={pages[route].label(content)} />
							</Link>
						</h3>
						<Text as="p" of={teaser} />
						<p className="from">{hasHigher ? from.replace("{price}", price) : price}</p>
					</li>
				))}
			</ul>
		</section>
	);
}
