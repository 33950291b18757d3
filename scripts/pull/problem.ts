import type { Code, Consequence, ValueNames } from "../../content/findings.ts";
import type { Finding, Place, Value } from "../../content/formatFinding.ts";

/** Values for the placeholders in the texts of a finding. Absent when there are none. */
export type Values<OfCode extends Code, OfConsequence extends Consequence = "nothingPublished"> = [
	ValueNames<OfCode, OfConsequence>,
] extends [never]
	? []
	: [values: Record<ValueNames<OfCode, OfConsequence>, Value>];

/** Reason why a value cannot be used. The caller decides about the consequence. */
export class Problem<OfCode extends Code = Code> {
	readonly code: OfCode;
	readonly values: Record<string, Value>;

	constructor(code: OfCode, ...[values]: Values<OfCode>) {
		this.code = code;
		this.values = values ?? {};
	}
}

/** Creates the finding of a problem that stops the build. */
export function createFault({ code, values }: Problem, places: Place[] = []): Finding {
	return { code, consequence: "nothingPublished", severity: "severe", values, places };
}
