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

/** Returns the consultations in the order of their list on pages: the one for newcomers is first. */
export function listConsultations(content: Snapshot): Snapshot["consultations"]["consultations"] {
	const { consultations } = content.consultations;
	const firstStep = findFirstStep(content);
	return firstStep ? [firstStep, ...consultations.filter(({ id }) => id !== firstStep.id)] : consultations;
}
