import type { Entry, Priced, Snapshot } from "./snapshot.ts";

export type FirstStep = Priced<Entry<"consultation">>;

/** Returns the first consultation that editors have marked for newcomers. */
export function findFirstStep(content: Snapshot): FirstStep | undefined {
	return content.consultations.consultations.find(({ beginHere }) => beginHere);
}
