import { isPageShown } from "./routes.ts";
import type { Snapshot, TextValue } from "./snapshot.ts";

/** Returns the name of the practice: the title of its logo, or else its legal name, or the practitioner's name. */
export function findSiteName(content: Snapshot): TextValue {
	const { navigation, appShell, about } = content;
	if (navigation.logo?.title.value) return navigation.logo.title;
	if (appShell.legalName) return appShell.legalName;
	return isPageShown(content, "about") ? about.title : navigation.home;
}
