import { Link } from "react-router";
import type { FirstStep } from "../../content/findFirstStep.ts";
import { formatPrice } from "../../content/money.ts";
import { pages } from "../../content/pages.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Text } from "../Text/Text.tsx";
import "../button.css";
import "../dotted.css";
import "../priceFrom.css";

type Props = {
	step: FirstStep;
	content: Snapshot;
	/** Whether the consultation's title is in a heading above the button already. */
	isTitled?: boolean;
};

/** Button that leads to the consultation for newcomers, with its title, duration and price below the button. */
export function FirstStepLink({ step: { id, title, duration, price }, content, isTitled = false }: Props) {
	return (
		<div>
			<Link to={`${pages.consultations.path}#${encodeURIComponent(id)}`} discover="none" className="button">
				{words[content.locale].bookConsultation}
			</Link>
			<p className="price-from dotted">
				{!isTitled && <Text as="span" text={title} />} <Text as="span" text={duration} /> <b>{formatPrice(price)}</b>
			</p>
		</div>
	);
}
