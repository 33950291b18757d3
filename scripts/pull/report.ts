import { defaultLocale, otherLocale } from "../../content/locales.ts";
import type { Environment } from "../../environment/environment.server.ts";
import type { ReportRow } from "../../environment/site.ts";
import { makeVisible } from "./contentful/cleanText.ts";

/** Place of a problem: an entry, an asset or an environment variable, or a part of an entry or asset. */
export type Place = {
	/** Entry id, asset id or name of an environment variable. */
	id: string;
	/** Default: `entries`. */
	type?: "entries" | "assets";
	field?: string | undefined;
	/** Code of a locale in the Contentful space. Undefined when the problem does not concern a single locale. */
	locale?: string | undefined;
	/** Address at which the problem can be solved. Default: the entry or asset in Contentful's web app. */
	url?: string;
};

type Severity = ReportRow["severity"];

type Space = Pick<Environment["contentful"], "apiUrl" | "spaceId" | "environment">;

/** The severities, worst first. */
const severities: Severity[] = ["severe", "warning", "info"];

/**
 * Returns the address of a space in Contentful's web app. Spaces in the EU have a different web app:
 * https://www.contentful.com/developers/docs/infrastructure/eu-data-residency/
 */
export function formatSpaceUrl({ apiUrl, spaceId }: Space): string {
	const isInEurope = /^(cdn|preview)\.eu\.contentful\.com$/.test(new URL(apiUrl).hostname);
	const host = isInEurope ? "app.eu.contentful.com" : "app.contentful.com";
	return `https://${host}/spaces/${spaceId}`;
}

/** Collects problems in the content for the content report, and faults that stop the build. */
export class Report {
	readonly #rows = new Map<string, ReportRow>();
	/** Rows of the faults, by the sentence that describes each fault. */
	readonly faults = new Map<string, ReportRow>();
	/** Whether services have delivered what the content names, by kind and then by name. */
	readonly deliveries = {
		entries: new Map<string, boolean>(),
		files: new Map<string, boolean>(),
		prices: new Map<string, boolean>(),
	};
	readonly #environmentUrl: string;

	constructor(space: Space) {
		this.#environmentUrl = `${formatSpaceUrl(space)}/environments/${space.environment}`;
	}

	/**
	 * Adds a problem, unless the report already has it. Shows invisible characters of the problem as code points, because
	 * editors' texts can contain them.
	 */
	add(
		severity: Severity,
		place: Place,
		problem: string,
		instead: string,
		locale = place.locale,
	): ReportRow {
		const row: ReportRow = {
			severity,
			entry: place.id,
			field: place.field,
			locale: place.locale,
			problem: makeVisible(problem),
			instead,
			url: this.#urlOf(place),
		};
		const key = JSON.stringify({ ...row, locale });
		const known = this.#rows.get(key) ?? row;
		this.#rows.set(key, known);
		return known;
	}

	/** Adds a problem, unless the report already has it for another locale. */
	addOnce(severity: Severity, place: Place, problem: string, instead: string): void {
		this.add(severity, place, problem, instead, "any");
	}

	/** Adds a fault, which stops the build. A preview shows its row. */
	addFault(place: Place, problem: string): void {
		const row = this.add("severe", place, problem, "nothing is published until this is corrected");
		this.faults.set(this.#describe(place, problem), row);
	}

	/**
	 * Describes each kind of which more than one and more than half are missing. Then a service is probably at fault, while
	 * fewer are editors' mistakes.
	 */
	get losses(): string[] {
		return Object.entries(this.deliveries).flatMap(([kind, deliveries]) => {
			const missing = [...deliveries.keys()].filter((name) => !deliveries.get(name));
			if (missing.length < 2 || missing.length <= deliveries.size / 2) return [];
			const count = `${missing.length} of ${deliveries.size} ${kind} are missing`;
			return [`${count}: ${missing.join(", ")}. If that is on purpose, remove what names them.`];
		});
	}

	/** Returns a sentence that names the place, the problem, and the address where the problem can be solved. */
	#describe(place: Place, problem: string): string {
		const { type, id, field, locale } = place;
		const item = `${type === "assets" ? "Asset" : "Entry"} "${id}"`;
		const where = [item, field && `field "${field}"`, locale].filter(Boolean).join(", ");
		return `${where}: ${problem}. Open it: ${this.#urlOf(place)}`;
	}

	/** All problems, worst severity first. Problems of the same severity stay in the order in which they were added. */
	get rows(): ReportRow[] {
		return [...this.#rows.values()].sort(
			(a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity),
		);
	}

	/** Checks whether a problem explains why a field is empty. English problems explain empty Russian fields, too. */
	explains({ id, field, locale }: Place): boolean {
		return this.rows.some(
			(row) =>
				row.entry === id &&
				row.field === field &&
				(locale !== defaultLocale || row.locale !== otherLocale(defaultLocale)),
		);
	}

	#urlOf({ type = "entries", id, url }: Place): string {
		return url ?? `${this.#environmentUrl}/${type}/${id}`;
	}
}

export function formatReport(rows: ReportRow[]): string {
	if (rows.length === 0) return "Report: nothing to correct.";
	const lines = rows.map(({ severity, entry, field, locale, problem, instead, url }) => {
		const place = [entry, field, locale].filter(Boolean).join(", ");
		return `  ${severity}: ${place}: ${problem}: ${instead}. Open it: ${url}`;
	});
	return ["Report:", ...lines].join("\n");
}
