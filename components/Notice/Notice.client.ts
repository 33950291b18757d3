import { SiteElement } from "../SiteElement.client.ts";
import { noticeContract } from "./noticeContract.ts";

/**
 * Notice for visitors who return after a payment or from a confirmation mail. It is visible when the query of the URL
 * is the id of the notice, such as `?paid`.
 */
export class NoticeElement extends SiteElement {
	protected connect(): void {
		this.toggleAttribute(noticeContract.attributes.shown, location.search === `?${this.id}`);
	}
}
