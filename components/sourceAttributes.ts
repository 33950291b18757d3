import type { Source } from "../content/snapshot.ts";

/**
 * Returns the attributes by which Contentful's inspector finds the field of a value. Values of public pages have none.
 * https://www.contentful.com/developers/docs/tutorials/preview/live-preview/
 */
export function sourceAttributes(of: { source?: Source } | number | undefined) {
	if (typeof of !== "object" || !of.source) return undefined;
	const { entry, field, locale } = of.source;
	return {
		"data-contentful-entry-id": entry,
		"data-contentful-field-id": field,
		"data-contentful-locale": locale,
	};
}
