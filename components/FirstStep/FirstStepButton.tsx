import { Link } from "react-router";
import type { FirstStep } from "../../content/findFirstStep.ts";
import { pages } from "../../content/pages.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import "../button.css";

/** Button that leads to the consultation for newcomers. */
export function FirstStepButton({ step, content }: { step: FirstStep; content: Snapshot }) {
	return (
		<Link to={`${pages.consultations.path}#${encodeURIComponent(step.id)}`} discover="none" className="button">
			{words[content.locale].bookConsultation}
		</Link>
	);
}
