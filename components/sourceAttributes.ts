import type { Source } from "../content/snapshot.ts";

/**
 * In a preview: where a value was entered, as Contentful's inspector reads it. On public pages nothing.
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
