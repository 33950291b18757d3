import { Link } from "react-router";
import type { FirstStep } from "../../content/findFirstStep.ts";
import { formatPrice } from "../../content/money.ts";
import { pages } from "../../content/pages.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { Text } from "../Text/Text.tsx";
import "../button.css";
import "../dotted.css";
import "../PriceFrom/PriceFrom.css";

/** Maximum length of a consultation's title that is shown on the button, in characters. */
const maxLabelLength = 36;

type Props = { step: FirstStep; content: Snapshot };

/**
 * Button that leads to the consultation for newcomers, with its duration and price below the button. The button has the
 * consultation's title. A long title is below the button, which then has the label of buy buttons.
 */
export function FirstStepLink({ step: { id, title, duration, price }, content }: Props) {
	const isLong = title.value.length > maxLabelLength;
	return (
		<div>
			<Link to={`${pages.consultations.path}#${encodeURIComponent(id)}`} discover="none" className="button">
				<Text text={isLong ? content.appShell.buyButton : title} />
			</Link>
			<p className="price-from dotted">
				{isLong && <Text as="span" text={title} />} <Text as="span" text={duration} /> <b>{formatPrice(price)}</b>
			</p>
		</div>
	);
}
