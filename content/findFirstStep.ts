import { listShownRoutes } from "./routes.ts";
import type { Entry, Priced, Snapshot } from "./snapshot.ts";

/** Consultation with which newcomers should begin. */
export type FirstStep = Priced<Entry<"consultation">>;

/** Returns the first consultation that editors have marked for newcomers. Undefined when none is marked or shown. */
export function findFirstStep(content: Snapshot): FirstStep | undefined {
	if (!listShownRoutes(content).includes("consultations")) return undefined;
	return content.consultations.consultations.find(({ beginHere }) => beginHere);
}
