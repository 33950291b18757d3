import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
	type Code,
	type Consequence,
	consequences,
	findings,
	rate,
	severities,
} from "../../content/findings.ts";
import type { Finding, Place, Value } from "../../content/formatFinding.ts";
import { defaultLocale, otherLocale } from "../../content/locales.ts";
import { contentTypes, type TypeName } from "../../content/model.ts";
import type { Environment } from "../../environment/environment.server.ts";
import { isEmpty } from "./contentful/cleanText.ts";
import type { ContentfulData, ContentfulItem } from "./contentful/contentfulData.ts";
import type { Values } from "./problem.ts";

export type Space = Pick<Environment["contentful"], "apiUrl" | "spaceId" | "environment">;

/**
 * Returns the address of a space in Contentful's web app. Spaces in the EU have a different web app:
 * https://www.contentful.com/developers/docs/infrastructure/eu-data-residency/
 */
export function formatSpaceUrl({ apiUrl, spaceId }: Space): string {
	const isInEurope = /^(cdn|preview)\.eu\.contentful\.com$/.test(new URL(apiUrl).hostname);
	const host = isInEurope ? "app.eu.contentful.com" : "app.contentful.com";
	return `https://${host}/spaces/${spaceId}`;
}

/** Name of the file with the findings, beside the snapshots. */
export const reportFile = "report.json";

/** Reads the report in a folder that `pull` has written. Returns undefined when it is missing, damaged or of another form. */
export function readReport(contentFolder: string): Finding[] | undefined {
	try {
		const report: Finding[] = JSON.parse(readFileSync(join(contentFolder, reportFile), "utf8"));
		const isKnown = ({ code, consequence, places }: Finding) =>
			Object.hasOwn(findings, code) &&
			Object.hasOwn(consequences, consequence) &&
			Array.isArray(places);
		return report.every(isKnown) ? report : undefined;
	} catch {
		return undefined;
	}
}

/** Collects what the site notices in content and prices. */
export class Report {
	readonly #findings = new Map<string, Finding>();
	/** Keys of the findings with each of their places, so that a place is added once. */
	readonly #placeKeys = new Set<string>();
	/** Whether services have delivered what the content names, by kind and then by name. */
	readonly deliveries = {
		entries: new Map<string, boolean>(),
		files: new Map<string, boolean>(),
		prices: new Map<string, boolean>(),
	};
	readonly #environmentUrl: string;
	/** Entries and assets, whose titles the report names. Needed before findings about them are added. */
	contentfulData: ContentfulData | undefined;

	constructor(space: Space) {
		this.#environmentUrl = `${formatSpaceUrl(space)}/environments/${space.environment}`;
	}

	/** Adds a finding, or its place to the same finding at another place. */
	add<OfCode extends Code, OfConsequence extends Consequence>(
		place: Place,
		code: OfCode,
		consequence: OfConsequence,
		...[values]: Values<OfCode, OfConsequence>
	): void {
		this.addProblem(place, { code, values: values ?? {} }, consequence);
	}

	/** Adds the problem of a value, with the consequence that it has at a place. */
	addProblem(
		place: Place,
		{ code, values }: Pick<Finding, "code" | "values">,
		consequence: Consequence,
	): void {
		const key = JSON.stringify([code, consequence, values]);
		let finding = this.#findings.get(key);
		if (!finding) {
			const severity = rate(code, consequence);
			const named = Object.entries(values).map(([name, value]) => [name, this.#complete(value)]);
			finding = { code, consequence, severity, values: Object.fromEntries(named), places: [] };
			this.#findings.set(key, finding);
		}
		const placeKey = key + JSON.stringify(place);
		if (!this.#placeKeys.has(placeKey)) finding.places.push(this.#complete(place));
		this.#placeKeys.add(placeKey);
	}

	/** All findings, the worst first. Findings of the same severity stay in the order in which they were added. */
	get findings(): Finding[] {
		const order = ({ severity }: Finding) => severities.indexOf(severity);
		return [...this.#findings.values()].sort((a, b) => order(a) - order(b));
	}

	/** Findings that stop the build. */
	get faults(): Finding[] {
		return this.findings.filter(({ consequence }) => consequence === "nothingPublished");
	}

	/**
	 * Adds a finding for each kind of which more than one and more than half are missing. Then a service is probably at
	 * fault, while fewer are editors' mistakes.
	 */
	addLosses(): void {
		const codes = { entries: "entriesLost", files: "filesLost", prices: "pricesLost" } as const;
		for (const [kind, deliveries] of Object.entries(this.deliveries)) {
			const missing = [...deliveries.keys()].filter((name) => !deliveries.get(name));
			if (missing.length < 2 || missing.length <= deliveries.size / 2) continue;
			const values = { count: missing.length, all: deliveries.size, names: missing.join(", ") };
			const place: Place = { type: "variable", id: kind === "prices" ? "Stripe" : "Contentful" };
			this.add(place, codes[kind as keyof typeof codes], "nothingPublished", values);
		}
	}

	/** Checks whether a finding explains why a field is empty. English findings explain empty Russian fields, too. */
	explains({ id, field, locale }: Place): boolean {
		return [...this.#findings.values()].some(({ places }) =>
			places.some(
				(place) =>
					place.id === id &&
					place.field === field &&
					(locale !== defaultLocale || place.locale !== otherLocale(defaultLocale)),
			),
		);
	}

	/** Adds title and address to a place. Returns any other value as it is. */
	#complete<AnyValue extends Value>(value: AnyValue): AnyValue;
	#complete(value: Value): Value {
		if (typeof value !== "object" || !("id" in value)) return value;
		const place: Place = value;
		const { type, id, usedIn } = place;
		const list = type === "asset" ? "assets" : "entries";
		const item = this.contentfulData?.[list].get(id);
		const contentfulUrl = `${this.#environmentUrl}/${list}/${id}`;
		const url = type === "variable" ? undefined : contentfulUrl;
		return {
			url,
			...place,
			title: item && findTitle(item, type),
			usedIn: usedIn && this.#complete(usedIn),
		};
	}
}

/** Returns the first text of an entry, or the title or file name of an asset, in the space's first language. */
function findTitle({ fields }: ContentfulItem, type: Place["type"]): string | undefined {
	const modelFields = Object.hasOwn(contentTypes, type) && contentTypes[type as TypeName].fields;
	const names = type === "asset" ? ["title", "file"] : Object.keys(modelFields || fields);
	const values = names.map(
		(name) => fields[name]?.[defaultLocale] ?? Object.values(fields[name] ?? {})[0],
	);
	const texts = values.map((value) => (value as { fileName?: string })?.fileName ?? value);
	const title = texts.find((text) => typeof text === "string" && !isEmpty(text));
	return title === undefined ? undefined : String(title).slice(0, 60);
}
