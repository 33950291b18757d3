import type { Charge, Finding, Place, Value } from "../content/formatFinding.ts";
import { formatPrice } from "../content/money.ts";

/** Writes findings by code, such as `warning | home.reviews.en-US | listedEntryMissing, restShown | entry=gone`. */
export function formatFindings(findings: Finding[]): string[] {
	return findings.map(({ severity, places, code, consequence, values }) => {
		const named = Object.entries(values).map(([name, value]) => `${name}=${formatValue(value)}`);
		const parts = [severity, places.map(formatPlace).join(" + "), `${code}, ${consequence}`];
		return [...parts, named.join("; ")].filter(Boolean).join(" | ");
	});
}

const formatPlace = ({ id, field, locale }: Place) => [id, field, locale].filter(Boolean).join(".");

function formatValue(value: Value): string {
	if (typeof value !== "object") return String(value);
	if (Array.isArray(value)) return value.map(formatCharge).join(" + ");
	if ("amount" in value) return formatPrice(value);
	return "kind" in value ? value.kind : formatPlace(value);
}

const formatCharge = ({ money, intervalCount, interval = "once" }: Charge) =>
	[formatPrice(money), intervalCount, interval].filter(Boolean).join(" ");
