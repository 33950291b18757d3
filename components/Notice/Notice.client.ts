import { SiteElement } from "../SiteElement.client.ts";
import { noticeContract } from "./noticeContract.ts";

/** Notice at the address to which a confirmation mail or a payment leads back. */
export class NoticeElement extends SiteElement {
	protected connect(): void {
		this.toggleAttribute(noticeContract.attributes.shown, location.search === `?${this.id}`);
	}
}
