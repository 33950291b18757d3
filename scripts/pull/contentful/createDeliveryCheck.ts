import type { ItemState } from "../../../api/webhooks/change.ts";
import type { ContentfulData, ContentfulItem } from "./contentfulData.ts";

/** System fields of the entries and assets of a response, by id, and all links. Processes can send it to each other. */
export type Delivery = Record<ItemState["type"], Map<string, ContentfulItem["sys"]>> & {
	links: string;
};

/** Checks whether a response of Contentful is as new as the state of an entry or asset that a webhook has reported. */
export type DeliveryCheck = (state: ItemState) => boolean;

/** @param pageIds ids of the entries that were requested; the response includes others only if they are linked */
export function describeDelivery({ entries, assets }: ContentfulData, pageIds: string[]): Delivery {
	const listSys = (items: Map<string, ContentfulItem>) =>
		new Map([...items].map(([id, { sys }]) => [id, sys]));
	const links = JSON.stringify([...pageIds.map((id) => ({ id })), ...entries.values()]);
	return { entry: listSys(entries), asset: listSys(assets), links };
}

/**
 * Creates a check of Contentful's response. The delivery network has a change 5 seconds to 2 minutes after its webhook:
 * https://github.com/contentful/jekyll-contentful-data-import/issues/38
 */
export function createDeliveryCheck(delivery: Delivery): DeliveryCheck {
	return ({ type, id, revision, deletedAt }) => {
		const sys = delivery[type].get(id);
		if (deletedAt !== undefined) {
			const isPublishedAgain = (sys?.updatedAt ?? "") > deletedAt;
			return !sys || isPublishedAgain;
		}
		// In a space without revisions nothing can be compared.
		if (sys) return sys.revision === undefined || sys.revision >= revision;
		// The site does not show an item without a link, so nothing is missing.
		return !delivery.links.includes(`"id":"${id}"`);
	};
}
