import { Link } from "react-router";
import type { Service } from "../../content/listServices.ts";
import { pages } from "../../content/pages.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { PriceFrom } from "../PriceFrom/PriceFrom.tsx";
import { Text } from "../Text/Text.tsx";
import "../button.css";

type Props = { service: Service; content: Snapshot };

/** Button that leads to a page that sells services, with the page's lowest price below the button. */
export function ServiceButton({ service: { route, startingPrice }, content }: Props) {
	const { path, label } = pages[route];
	return (
		<div>
			<Link to={path} discover="none" className="button">
				<Text text={label(content)} />
			</Link>
			{startingPrice && <PriceFrom startingPrice={startingPrice} locale={content.locale} />}
		</div>
	);
}
