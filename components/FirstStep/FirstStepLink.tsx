import { Link } from "react-router";
import type { FirstStep } from "../../content/findFirstStep.ts";
import { formatPrice } from "../../content/money.ts";
import { pages } from "../../content/pages.ts";
import type { TextValue } from "../../content/snapshot.ts";
import { Text } from "../Text/Text.tsx";
import "../button.css";
import "../dotted.css";
import "../PriceFrom/PriceFrom.css";

type Props = {
	step: FirstStep;
	/** Label of the button. Default: the consultation's title, which is otherwise shown below the button. */
	label?: TextValue;
};

/** Button that leads to the consultation for newcomers, with its duration and price below the button. */
export function FirstStepLink({ step: { id, title, duration, price }, label }: Props) {
	return (
		<div>
			<Link to={`${pages.consultations.path}#${encodeURIComponent(id)}`} discover="none" className="button">
				<Text text={label ?? title} />
			</Link>
			<p className="price-from dotted">
				{label && <Text as="span" text={title} />} <Text as="span" text={duration} /> <b>{formatPrice(price)}</b>
			</p>
		</div>
	);
}
