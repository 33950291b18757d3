import type { Entry, Priced, Snapshot } from "./snapshot.ts";

export type FirstStep = Priced<Entry<"consultation">>;

/**
 * Returns the first consultation that editors have marked for newcomers, or else the only consultation. Undefined when
 * there are several without a mark, or none.
 */
export function findFirstStep(content: Snapshot): FirstStep | undefined {
	const { consultations } = content.consultations;
	const marked = consultations.find(({ beginHere }) => beginHere);
	return consultations.length === 1 ? consultations[0] : marked;
}
