import { SiteElement } from "../SiteElement.client.ts";
import { noticeContract } from "./noticeContract.ts";

/** Notice after a payment or a newsletter confirmation. The URL query `?paid` shows the notice with the id `paid`. */
export class NoticeElement extends SiteElement {
	protected connect(): void {
		this.toggleAttribute(noticeContract.attributes.shown, location.search === `?${this.id}`);
	}
}
