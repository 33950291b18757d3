/** A file that the site cannot show. The message says why, as the problem of a row of the report. */
export class UnusableFileError extends Error {
	readonly severity: "severe" | "warning";

	constructor(problem: string, severity: "severe" | "warning" = "warning") {
		super(problem);
		this.name = "UnusableFileError";
		this.severity = severity;
	}
}
