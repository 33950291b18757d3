import type { FirstStep } from "../../content/findFirstStep.ts";
import { formatPrice } from "../../content/money.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { Text } from "../Text/Text.tsx";
import { FirstStepButton } from "./FirstStepButton.tsx";
import "../dotted.css";
import "../priceFrom.css";

type Props = {
	step: FirstStep;
	content: Snapshot;
	/** Whether the consultation's title is in a heading above the button already. */
	isTitled?: boolean;
};

/** Button that leads to the consultation for newcomers, with its title, duration and price. */
export function FirstStepLink({ step, content, isTitled = false }: Props) {
	return (
		<div>
			<FirstStepButton step={step} content={content} />
			<p className="price-from dotted">
				{!isTitled && <Text as="span" text={step.title} />} <Text as="span" text={step.duration} />{" "}
				<b>{formatPrice(step.price)}</b>
			</p>
		</div>
	);
}
