import type { Code, Consequence, ValueNames } from "../../content/findings.ts";
import type { Place, Value } from "../../content/formatFinding.ts";
import { FaultsError } from "../shared/faults.ts";

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

/** Creates the error for a problem that stops the build. */
export function createFaultsError({ code, values }: Problem, places: Place[] = []): FaultsError {
	return new FaultsError([
		{ code, consequence: "nothingPublished", severity: "severe", values, places },
	]);
}
