import type { Snapshot } from "./snapshot.ts";

const days = "Mo|Tu|We|Th|Fr|Sa|Su";

/** Form of opening hours in structured data, such as `Mo-Fr 09:00-17:00`: https://schema.org/openingHours */
export const schemaHours = new RegExp(`^(${days})([,-](${days}))* \\d\\d:\\d\\d-\\d\\d:\\d\\d$`);

/** Returns opening hours of that form as visitors read them, such as `Mon–Fri 09:00–17:00`, and others unchanged. */
export function formatOpeningHours({ appShell, locale }: Snapshot) {
	const hours = appShell.openingHours;
	if (!hours || !schemaHours.test(hours.value)) return hours;
	const { format } = new Intl.DateTimeFormat(locale, { weekday: "short" });
	const value = hours.value
		// 1 January 2024 was a Monday.
		.replace(/[A-Z]\w/g, (day) => format(new Date(2024, 0, 1 + days.split("|").indexOf(day))))
		.replaceAll(",", ", ")
		.replaceAll("-", "–");
	// Without `lang`: English hours are shown in Russian on Russian pages, too.
	return { value };
}
