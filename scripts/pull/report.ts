import type { Environment } from "../../site/environment.server.ts";
import type { PreviewRow } from "../../site/site.ts";
import { FaultsError } from "../shared/faults.ts";
import { makeVisible } from "./contentful/cleanText.ts";

/** The entry or asset of a row, if need be with field and locale; or the environment variable of a key. */
export type Place = {
	type: "entries" | "assets" | "keys";
	/** The id of the entry or asset, or the name of the variable. */
	id: string;
	field?: string | undefined;
	/** One of the space's locales. */
	locale?: string | undefined;
	/** The page on which the problem is solved, when that is not the page of the entry or asset. */
	url?: string;
};

export type ReportRow = PreviewRow;

/**
 * The address of a space in the web app, which spaces in the EU have apart from all others:
 * https://www.contentful.com/developers/docs/infrastructure/eu-data-residency/
 */
export function webAppOf({ apiUrl, spaceId }: Pick<Environment["contentful"], "apiUrl" | "spaceId">): string {
	const inEurope = /^(cdn|preview)\.eu\.contentful\.com$/.test(new URL(apiUrl).hostname);
	return `https://app.${inEurope ? "eu." : ""}contentful.com/spaces/${spaceId}`;
}

/** What a pull has to say about the content: rows that survive, without repeats, and faults that stop the build. */
export class Report {
	readonly #rows = new Map<string, ReportRow>();
	readonly faults: string[] = [];
	readonly #webApp: string;

	/** Takes where the content is from, for the addresses in Contentful's web app. */
	constructor(source: Pick<Environment["contentful"], "apiUrl" | "spaceId" | "environment">) {
		this.#webApp = `${webAppOf(source)}/environments/${source.environment}`;
	}

	#address({ type, id, url }: Place): string {
		if (url) return url;
		if (type === "keys") return "https://dashboard.stripe.com/apikeys";
		return `${this.#webApp}/${type}/${encodeURIComponent(makeVisible(id))}`;
	}

	/** @param perLocale whether the same is a row of its own in each language, or one of the first that has it */
	add(severity: ReportRow["severity"], place: Place, problem: string, instead: string, perLocale = true): void {
		const { id, field, locale } = place;
		// What editors typed may be part of any of them.
		const row: ReportRow = {
			severity,
			entry: makeVisible(id),
			field: field && makeVisible(field),
			locale,
			problem: makeVisible(problem),
			instead,
			url: this.#address(place),
		};
		const key = JSON.stringify(perLocale ? row : { ...row, locale: undefined });
		if (!this.#rows.has(key)) this.#rows.set(key, row);
	}

	fault(place: Place, problem: string): void {
		this.faults.push(this.describe(place, problem));
	}

	/** A sentence that says where something is wrong, what, and where it can be mended. */
	describe(place: Place, problem: string): string {
		const { type, id, field, locale } = place;
		const item = `${type === "assets" ? "Asset" : "Entry"} "${id}"`;
		const where = [item, field && `field "${field}"`, locale].filter(Boolean).join(", ");
		return `${where}: ${problem}. Open it: ${this.#address(place)}`;
	}

	/** Sorted by severity, then in the order in which they were found. */
	get rows(): ReportRow[] {
		const order = ["severe", "warning", "info"];
		return [...this.#rows.values()].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
	}
}

/** The report as a table for a terminal, or one line when there is nothing to say. */
export function formatReport(rows: ReportRow[]): string {
	if (rows.length === 0) return "Report: nothing to mend.";
	const cells = rows.map(({ severity, entry, field = "", locale = "", problem, instead, url }) => [
		severity,
		entry,
		field,
		locale,
		`${problem}: ${instead}`,
		url,
	]);
	const table = [["severity", "entry", "field", "locale", "what: what the site does instead", "open"], ...cells];
	const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
	const lines = table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
	return ["Report:", ...lines.map((line) => `  ${line.trimEnd()}`)].join("\n");
}

/**
 * Stops a build whose report has severe rows, as `--strict` asks.
 * @throws FaultsError
 */
export function refuseSevere(rows: ReportRow[]): void {
	const severe = rows.filter(({ severity }) => severity === "severe");
	if (severe.length === 0) return;
	const count = severe.length === 1 ? "1 severe row" : `${severe.length} severe rows`;
	throw new FaultsError([`--strict: the report has ${count} (see above).`]);
}
