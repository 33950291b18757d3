import { expect, test } from "vitest";
import { formatOpeningHours } from "./openingHours.ts";
import type { Snapshot } from "./snapshot.ts";

test.each([
	["Mo-Fr 09:00-17:00", "Mon–Fri 09:00–17:00", "пн–пт 09:00–17:00"],
	["Tu,Th-Su 09:30-12:00", "Tue, Thu–Sun 09:30–12:00", "вт, чт–вс 09:30–12:00"],
	["We are open Mo-Fr", "We are open Mo-Fr", "We are open Mo-Fr"],
])("visitors read opening hours: %s", (value, english, russian) => {
	const format = (locale: string) =>
		formatOpeningHours({ locale, appShell: { openingHours: { value } } } as Snapshot)?.value;
	expect([format("en-US"), format("ru")]).toEqual([english, russian]);
});

test("English opening hours are Russian text on Russian pages", () => {
	const openingHours = { value: "Mo-Fr 09:00-17:00", lang: "en" };
	const snapshot = { locale: "ru", appShell: { openingHours } } as Snapshot;
	expect(formatOpeningHours(snapshot)).toEqual({ value: "пн–пт 09:00–17:00" });
});
