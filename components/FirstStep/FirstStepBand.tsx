import { findFirstStep } from "../../content/findFirstStep.ts";
import { extractFirstSentence } from "../../content/plainText.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Text } from "../Text/Text.tsx";
import { FirstStepLink } from "./FirstStepLink.tsx";
import "./FirstStepBand.css";

/** The consultation for newcomers, on a dark background. Renders nothing when editors have not marked one. */
export function FirstStepBand({ content }: { content: Snapshot }) {
	const step = findFirstStep(content);
	if (!step) return null;
	return (
		<section className="first-step-band band strong tight" aria-labelledby="first-step-title">
			<div>
				<h2 id="first-step-title">{words[content.locale].beginHere}</h2>
				<Text as="p" className="lead" text={extractFirstSentence(step.description)} />
			</div>
			<FirstStepLink step={step} content={content} />
		</section>
	);
}
