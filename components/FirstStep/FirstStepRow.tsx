import { findFirstStep } from "../../content/findFirstStep.ts";
import { formatPrice } from "../../content/money.ts";
import { extractFirstSentence } from "../../content/plainText.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { PolicyLink } from "../PaymentTerms/PolicyLink.tsx";
import { Text } from "../Text/Text.tsx";
import { FirstStepButton } from "./FirstStepButton.tsx";
import "../dotted.css";
import "../Purchase/Purchase.css";
import "./FirstStep.css";
import "./FirstStepRow.css";

/** Maximum length of the text about the consultation, in characters: one line on wide screens. */
const maxTextLength = 100;

type Props = {
	content: Snapshot;
	/** Whether the row has no text about the consultation, on a page whose offers must be in the first screen. */
	isBrief?: boolean;
};

/** The consultation for newcomers, beside other offers. Renders nothing when there is none. */
export function FirstStepRow({ content, isBrief = false }: Props) {
	const step = findFirstStep(content);
	if (!step) return null;
	return (
		<div className="first-step-row">
			<p className="first-step-label">{words[content.locale].newHere}</p>
			<Text as="p" className="first-step-title" isTitle text={step.title} />
			{!isBrief && (
				<Text as="p" className="first-step-text" text={extractFirstSentence(step.description, maxTextLength)} />
			)}
			<p className="price">{formatPrice(step.price)}</p>
			<div className="dotted small-print">
				<Text as="p" text={step.duration} />
				<PolicyLink content={content} label={{ value: words[content.locale].cancellationPolicy }} />
			</div>
			<FirstStepButton step={step} content={content} />
		</div>
	);
}
