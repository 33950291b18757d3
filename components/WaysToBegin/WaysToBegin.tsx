import { Fragment } from "react";
import { Link } from "react-router";
import { listServices, type Service } from "../../content/listServices.ts";
import { pages } from "../../content/pages.ts";
import { toText } from "../../content/plainText.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Text } from "../Text/Text.tsx";
import "../dotted.css";
import "./WaysToBegin.css";

/** Links to the pages that sell services or products. Each link has the lowest price of its page. */
export function WaysToBegin({ content }: { content: Snapshot }) {
	const services = listServices(content);
	if (services.length === 0) return null;
	return (
		<section className="begin headed band tight" aria-labelledby="begin-title">
			<h2 id="begin-title">{words[content.locale].services}</h2>
			<ul>
				{services.map((service) => (
					<WayToBegin key={service.route} service={service} content={content} />
				))}
			</ul>
		</section>
	);
}

function WayToBegin({ service, content }: { service: Service; content: Snapshot }) {
	const { andMore } = words[content.locale];
	const { route, items, moreCount, pricedPart, startingPrice } = service;
	return (
		<li>
			<h3>
				<Link to={pages[route].path} discover="none">
					<Text isTitle text={pages[route].label(content)} />
				</Link>
			</h3>
			<p className="dotted">
				{items.map((item, index) => (
					<Fragment key={toText(item)}>
						<span>
							{index === 0 && pricedPart && (
								<>
									<span className="priced-part">
										<Text text={pricedPart} />:
									</span>{" "}
								</>
							)}
							<Text text={item} />
						</span>
						{/* Search engines read the text without its styles, so a space divides the items. */}{" "}
					</Fragment>
				))}
				{moreCount > 0 && <span>{andMore.replace("{count}", String(moreCount))}</span>}
			</p>
			{startingPrice && (
				<p className="from">
					<b>{startingPrice.text}</b>
				</p>
			)}
		</li>
	);
}
