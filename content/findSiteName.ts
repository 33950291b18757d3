import type { Snapshot, TextValue } from "./snapshot.ts";

/** Returns the name of the practice: the title of its logo, or else its legal name. */
export function findPracticeName({ navigation, appShell }: Snapshot): TextValue | undefined {
	return navigation.logo?.title.value ? navigation.logo.title : appShell.legalName;
}

/** Returns the name of the practice, or else the practitioner's name. */
export function findSiteName(content: Snapshot): TextValue {
	const { navigation, about, hidden } = content;
	const ownName = hidden.includes("about") ? navigation.home : about.title;
	return findPracticeName(content) ?? ownName;
}
