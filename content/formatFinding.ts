import { kindNames, nameField, nameType } from "./editorNames.ts";
import type { Kind } from "./fields.ts";
import { type Code, type Consequence, consequences, findings, type Severity } from "./findings.ts";
import type { Locale } from "./locales.ts";
import { makeVisible } from "./makeVisible.ts";
import { pageEntries, type TypeName } from "./model.ts";
import { formatPrice } from "./money.ts";
import type { Money } from "./snapshot.ts";

/** Entry, asset or variable with a finding, or a field of an entry or asset. */
export type Place = {
	/** Content type of an entry. `entry` stands for an unknown one. */
	type: TypeName | "entry" | "asset" | "variable";
	/** Id of the entry or asset, or name of the variable. */
	id: string;
	/** Title as Contentful's editor shows it. */
	title?: string | undefined;
	field?: string | undefined;
	/** Code of a locale in the Contentful space. Undefined when the finding does not concern a single language. */
	locale?: string | undefined;
	/** Field that shows an asset. */
	usedIn?: Place | undefined;
	/** Address at which the finding can be corrected: in Contentful's web app or Stripe's dashboard. */
	url?: string | undefined;
};

/** Amount that a payment link charges. Without an interval, it charges once. */
export type Charge = {
	money: Money;
	interval?: string | undefined;
	intervalCount?: number | undefined;
};

/** Value for a placeholder in a text. */
export type Value = string | number | Place | Money | Charge[] | { kind: Kind };

/** Something that the site has noticed, and the places where. A row of the report. */
export type Finding = {
	code: Code;
	consequence: Consequence;
	severity: Severity;
	values: Record<string, Value>;
	places: Place[];
	/** Whether the last published version did not have this finding at these places. */
	isNew?: boolean;
};

const words = {
	"en-US": {
		report: "Report:",
		nothing: "Report: nothing to correct.",
		isNew: "new",
		shownIn: "in",
		once: "{price} once",
		each: "{price} every {period}",
		severities: { severe: "severe", warning: "warning", info: "for information" },
	},
	ru: {
		report: "Отчёт:",
		nothing: "Отчёт: исправлять нечего.",
		isNew: "новое",
		shownIn: "в записи:",
		once: "{price} один раз",
		each: "{price} (период: {period})",
		severities: { severe: "важно", warning: "внимание", info: "к сведению" },
	},
};

/**
 * Writes a finding in a language. `label` has its severity, after `new` for a finding that the last version did not have.
 * `text` has problem, consequence and advice. `places` have their names, the addresses at which the finding can be
 * corrected, and the ids for administrators. The id is empty when the name has it.
 */
export function describeFinding(finding: Finding, locale: Locale) {
	const { code, consequence, severity, values, isNew } = finding;
	const [problem, advice] = findings[code][locale];
	const text = [problem, consequences[consequence][locale], advice].join(" ");
	const { isNew: newWord, severities: severityWords } = words[locale];
	const severityWord = severityWords[severity];
	return {
		label: isNew ? `${newWord}, ${severityWord}` : severityWord,
		text: text.replace(/\{(\w+)\}/g, (_, name) => formatValue(values[name] ?? "", locale)),
		places: finding.places.map((place) => {
			const name = namePlace(place, locale);
			const hasId = place.type === "variable" || name.includes(`[${place.id}]`);
			return { name, id: hasId ? "" : place.id, url: place.url ?? "" };
		}),
	};
}

/** Marks the places of findings that an earlier report does not have, in rows of their own, and puts these first. */
export function markNew(findings: Finding[], earlier: Finding[] | undefined): Finding[] {
	if (!earlier) return findings;
	const known = new Set(earlier.flatMap(listKeys));
	return [true, false].flatMap((isNew) =>
		findings.flatMap((finding) => {
			const isInRow = listKeys(finding).map((key) => known.has(key) !== isNew);
			const places = finding.places.filter((_, index) => isInRow[index]);
			return isInRow.includes(true) ? [{ ...finding, places, isNew }] : [];
		}),
	);
}

/** Lists a key for each place of a finding. Amounts and counts, which can change, are no part of it. */
function listKeys({ code, values, places }: Finding): string[] {
	const names = Object.values(values).map((value) =>
		typeof value === "object" && "id" in value ? value.id : typeof value === "string" && value,
	);
	const keyed: Partial<Place>[] = places.length > 0 ? places : [{}];
	return keyed.map(({ id, field, locale }) => JSON.stringify([code, names, id, field, locale]));
}

/** Writes findings as lines: a line for each finding, and an indented line for each of its places. */
export function formatFindings(rows: Finding[], locale: Locale): string[] {
	return rows.flatMap((row) => {
		const { label, text, places } = describeFinding(row, locale);
		const lines = places.map(({ name, id, url }) =>
			["   ", name, id && `[${id}]`, url].filter(Boolean).join(" "),
		);
		return [`  ${label}: ${text}`, ...lines];
	});
}

/** Writes the report. */
export function formatReport(rows: Finding[], locale: Locale): string {
	const { report, nothing } = words[locale];
	return rows.length === 0 ? nothing : [report, ...formatFindings(rows, locale)].join("\n");
}

/** Names a place in the editor's words: `Consultation “First consultation” → Stripe product id`. */
export function namePlace(place: Place, locale: Locale): string {
	const { type, id, title, field, locale: code, usedIn } = place;
	const text = makeVisible(title ?? id);
	const quoted = locale === "ru" ? `«${text}»` : `“${text}”`;
	// Contentful delivers no title of a draft. Quotation marks would make the id look like one.
	const name = title ? quoted : `[${text}]`;
	const isPage = Object.hasOwn(pageEntries, type);
	const typeName = type === "asset" || type === "variable" ? "" : nameType(type, locale);
	const typeAndTitle = [typeName, isPage ? "" : name].filter(Boolean).join(" ");
	const item = type === "variable" ? id : typeAndTitle;
	const language = code && new Intl.DisplayNames(locale, { type: "language" }).of(code.slice(0, 2));
	const fieldName = field && ` → ${nameField(field, type === "asset", locale)}`;
	const where = usedIn && `, ${words[locale].shownIn} ${namePlace(usedIn, locale)}`;
	return [item, fieldName, language && ` (${language})`, where].filter(Boolean).join("");
}

function formatValue(value: Value, locale: Locale): string {
	if (typeof value !== "object") return makeVisible(String(value));
	if (Array.isArray(value)) return value.map((charge) => formatCharge(charge, locale)).join(", ");
	if ("amount" in value) return formatPrice(value);
	if ("kind" in value) return kindNames[value.kind][locale];
	return namePlace(value, locale);
}

function formatCharge({ money, interval, intervalCount = 1 }: Charge, locale: Locale): string {
	const { once, each } = words[locale];
	const price = formatPrice(money);
	if (!interval) return once.replace("{price}", price);
	const format = new Intl.NumberFormat(locale, {
		style: "unit",
		unit: interval,
		unitDisplay: "long",
	});
	const parts = format.formatToParts(intervalCount);
	// "every month" has no number.
	const shown = parts.filter(({ type }) => intervalCount > 1 || type === "unit");
	const period = shown.map(({ value }) => value).join("");
	return each.replace("{price}", price).replace("{period}", period);
}
