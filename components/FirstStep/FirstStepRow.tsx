import { findFirstStep } from "../../content/findFirstStep.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Text } from "../Text/Text.tsx";
import { FirstStepLink } from "./FirstStepLink.tsx";
import "./FirstStep.css";
import "./FirstStepRow.css";

/** The consultation for newcomers, beside other offers. Renders nothing when there is none. */
export function FirstStepRow({ content }: { content: Snapshot }) {
	const step = findFirstStep(content);
	if (!step) return null;
	return (
		<div className="first-step-row">
			<p className="first-step-label">{words[content.locale].newHere}</p>
			<Text as="p" className="first-step-title" isTitle text={step.title} />
			<FirstStepLink step={step} content={content} isTitled isButtonLast />
		</div>
	);
}
