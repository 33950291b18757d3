import { Fragment } from "react";
import { Link } from "react-router";
import { listServices, type Service } from "../../content/listServices.ts";
import { pages } from "../../content/pages.ts";
import { toText } from "../../content/plainText.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Text } from "../Text/Text.tsx";
import "./WaysToBegin.css";

/** Links to the pages that sell services or products. Each link has the lowest price of its page. */
export function WaysToBegin({ content }: { content: Snapshot }) {
	const services = listServices(content);
	if (services.length === 0) return null;
	return (
		<section className="begin headed band tight" aria-labelledby="begin-title">
			<h2 id="begin-title">{words[content.locale].waysToBegin}</h2>
			<ul>
				{services.map((service) => (
					<WayToBegin key={service.route} service={service} content={content} />
				))}
			</ul>
		</section>
	);
}

function WayToBegin({ service, content }: { service: Service; content: Snapshot }) {
	const { from, andMore } = words[content.locale];
	const { route, items, moreCount, pricedPart, startingPrice } = service;
	return (
		<li>
			<h3>
				<Link to={pages[route].path} discover="none">
					<Text isTitle text={pages[route].label(content)} />
				</Link>
			</h3>
			<p>
				{items.map((item, index) => (
					<Fragment key={toText(item)}>
						{index > 0 && "\u00a0· "}
						<Text text={item} />
					</Fragment>
				))}
				{moreCount > 0 && ` ${andMore.replace("{count}", String(moreCount))}`}
			</p>
			{startingPrice && (
				<p className="from">
					{pricedPart && <Text as="span" text={pricedPart} />}{" "}
					<b>{startingPrice.hasHigher ? from.replace("{price}", startingPrice.price) : startingPrice.price}</b>
				</p>
			)}
		</li>
	);
}
