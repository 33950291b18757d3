/**
 * What browsers may fetch before it is asked for: pages when a pointer rests on their link, and those of the menu rendered
 * in advance when they are touched. Not what functions answer, nor the page itself, nor the counterpart, which is fetched in place.
 * In every page, since a header would name a file that has to be fetched while the page is waiting for its fonts.
 * https://developer.mozilla.org/en-US/docs/Web/API/Speculation_Rules_API
 */
export const speculationRules = JSON.stringify({
	prefetch: [
		{
			where: {
				and: [
					{ href_matches: "/*" },
					{ not: { href_matches: ["/api/*", "/media/*"] } },
					{ not: { selector_matches: "[data-locale], [aria-current]" } },
				],
			},
			eagerness: "moderate",
		},
	],
	prerender: [{ where: { selector_matches: ".menu nav a" }, eagerness: "conservative" }],
});
