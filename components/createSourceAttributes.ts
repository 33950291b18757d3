import type { Source } from "../content/snapshot.ts";

/**
 * Returns the attributes that link a value to its field in Contentful's editor. Only previews contain these attributes:
 * https://www.contentful.com/developers/docs/tutorials/preview/live-preview/
 */
export function createSourceAttributes(value: { source?: Source } | undefined) {
	if (!value?.source) return undefined;
	const { entry, field, locale } = value.source;
	return {
		"data-contentful-entry-id": entry,
		"data-contentful-field-id": field,
		"data-contentful-locale": locale,
	};
}
