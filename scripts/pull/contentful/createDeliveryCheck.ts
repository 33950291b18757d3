import type { ItemState } from "../../../api/webhooks/contentful.ts";
import type { ContentfulData } from "./fetchContent.ts";

/** Checks whether a response of Contentful is as new as the state of an entry or asset that a webhook has reported. */
export type DeliveryCheck = (state: ItemState) => boolean;

/**
 * Creates a check of Contentful's response. The delivery network has a change 5 seconds to 2 minutes after its webhook:
 * https://github.com/contentful/jekyll-contentful-data-import/issues/38
 * @param pageIds ids of the entries that were requested; the response includes others only if they are linked
 */
export function createDeliveryCheck(
	{ entries, assets }: ContentfulData,
	pageIds: string[],
): DeliveryCheck {
	return ({ type, id, revision, deletedAt }) => {
		const sys = (type === "entry" ? entries : assets).get(id)?.sys;
		if (deletedAt !== undefined) {
			const isPublishedAgain = (sys?.updatedAt ?? "") > deletedAt;
			return !sys || isPublishedAgain;
		}
		// In a space without revisions nothing can be compared.
		if (sys) return sys.revision === undefined || sys.revision >= revision;
		// The site does not show an item without a link, so nothing is missing.
		const isLinked = JSON.stringify([...entries.values()]).includes(`"id":"${id}"`);
		return !isLinked && !pageIds.includes(id);
	};
}
