import { Link } from "react-router";
import { findFirstStep } from "../../content/findFirstStep.ts";
import { formatPrice } from "../../content/money.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Text } from "../Text/Text.tsx";
import { firstStepPath } from "./FirstStepLink.tsx";
import "./FirstStep.css";

/** One line about the consultation for newcomers, above other offers. Renders nothing when editors have not marked one. */
export function FirstStepLine({ content }: { content: Snapshot }) {
	const step = findFirstStep(content);
	if (!step?.beginHere) return null;
	return (
		<p className="first-step-line">
			<b className="first-step-label">{words[content.locale].beginHere}:</b>{" "}
			<Link to={firstStepPath(step)} discover="none">
				<Text text={step.title} />
			</Link>
			, {formatPrice(step.price)}
		</p>
	);
}
