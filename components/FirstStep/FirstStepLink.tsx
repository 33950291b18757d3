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
	/** Whether the button is below duration and price. */
	isButtonLast?: boolean;
};

/** Button that leads to the consultation for newcomers, with its title, duration and price. */
export function FirstStepLink({ step, content, isTitled = false, isButtonLast = false }: Props) {
	const button = (
		<Link to={`${pages.consultations.path}#${encodeURIComponent(step.id)}`} discover="none" className="button">
			{words[content.locale].bookConsultation}
		</Link>
	);
	return (
		<div>
			{!isButtonLast && button}
			<p className="price-from dotted">
				{!isTitled && <Text as="span" text={step.title} />} <Text as="span" text={step.duration} />{" "}
				<b>{formatPrice(step.price)}</b>
			</p>
			{isButtonLast && button}
		</div>
	);
}
