import { findFirstStep } from "../../content/findFirstStep.ts";
import { extractFirstSentences } from "../../content/plainText.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Text } from "../Text/Text.tsx";
import { FirstStepLink } from "./FirstStepLink.tsx";
import "./FirstStep.css";
import "./FirstStepBand.css";

/** Minimum length of the text about the consultation, in characters, if its description is that long. */
const minTextLength = 80;

/** The consultation for newcomers, on a dark background. Renders nothing when there is none. */
export function FirstStepBand({ content }: { content: Snapshot }) {
	const step = findFirstStep(content);
	if (!step) return null;
	return (
		<section className="first-step-band band strong tight" aria-labelledby="first-step-title">
			<div>
				<p className="first-step-label">{words[content.locale].beginHere}</p>
				<Text as="h2" id="first-step-title" text={step.title} />
				<Text as="p" className="lead" text={extractFirstSentences(step.description, minTextLength)} />
			</div>
			<FirstStepLink step={step} content={content} isTitled />
		</section>
	);
}
