import { SiteElement } from "../SiteElement.client.ts";
import { noticeContract } from "./noticeContract.ts";

/**
 * Notice that is visible when the URL's query is its id, for visitors who return after a payment or from a confirmation
 * mail.
 */
export class NoticeElement extends SiteElement {
	protected connect(): void {
		this.toggleAttribute(noticeContract.attributes.shown, location.search === `?${this.id}`);
	}
}
