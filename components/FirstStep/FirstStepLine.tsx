import { Link } from "react-router";
import { findFirstStep } from "../../content/findFirstStep.ts";
import { formatPrice } from "../../content/money.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Text } from "../Text/Text.tsx";
import { firstStepPath } from "./FirstStepLink.tsx";
import "../button.css";
import "../dotted.css";
import "./FirstStep.css";
import "./FirstStepLine.css";

/** The consultation for newcomers, beside other offers. Renders nothing when there is none. */
export function FirstStepLine({ content }: { content: Snapshot }) {
	const step = findFirstStep(content);
	if (!step) return null;
	return (
		<div className="first-step-line">
			<p className="first-step-label">{words[content.locale].beginHere}</p>
			<p className="dotted">
				<Text as="span" text={step.title} /> <Text as="span" text={step.duration} /> <b>{formatPrice(step.price)}</b>
			</p>
			<Link to={firstStepPath(step)} discover="none" className="button">
				{words[content.locale].bookConsultation}
			</Link>
		</div>
	);
}
