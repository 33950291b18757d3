import type { RouteName } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";

/** The text of a page's one h1: where the content has no title for it, the navigation's label. */
export function headingOf(route: RouteName, content: Snapshot): string {
	const { home, about, consultations, programmes, functionalTests, navigation } = content;
	const titles: Record<RouteName, (string | undefined)[]> = {
		home: [home.heroTitle.value, home.heroTitleAccent?.value],
		about: [about.title.value],
		approach: [navigation.approach.value],
		consultations: [consultations.title.value],
		packages: [navigation.packages.value],
		programmes: [programmes.title.value],
		functionalTests: [functionalTests.functionalTestsTitle.value],
	};
	return titles[route].filter(Boolean).join(" ");
}
