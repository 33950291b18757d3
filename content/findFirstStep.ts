import type { Snapshot } from "./snapshot.ts";

/** Returns the first consultation that editors have marked for newcomers. */
export function findFirstStep(content: Snapshot) {
	return content.consultations.consultations.find(({ beginHere }) => beginHere);
}
