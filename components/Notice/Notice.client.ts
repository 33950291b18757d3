import { SiteElement } from "../SiteElement.client.ts";
import { noticeContract } from "./noticeContract.ts";

/**
 * Notice after a payment or a newsletter confirmation. It is visible when the URL's query is its id, such as `?paid`.
 */
export class NoticeElement extends SiteElement {
	protected connect(): void {
		this.toggleAttribute(noticeContract.attributes.shown, location.search === `?${this.id}`);
	}
}
