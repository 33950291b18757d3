import { SiteElement } from "../SiteElement.client.ts";
import { noticeContract } from "./noticeContract.ts";

/**
 * Notice after a payment or a newsletter confirmation. The parameter `paid` of the URL's query, which has no value, shows
 * the notice with the id `paid`.
 */
export class NoticeElement extends SiteElement {
	protected connect(): void {
		// Services add parameters such as `utm_source` to the links that they send.
		const isInQuery = new URLSearchParams(location.search).get(this.id) === "";
		this.toggleAttribute(noticeContract.attributes.shown, isInQuery);
	}
}
