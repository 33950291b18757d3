import { SiteElement } from "../../../components/SiteElement.client.ts";

/** Query of the address to which Brevo's confirmation mail leads (`api/subscription/requestConfirmationMail.ts`). */
const subscribedQuery = "?subscribed";

/** Notice for visitors who have confirmed their subscription. */
export class NoticeElement extends SiteElement {
	protected connect(): void {
		this.hidden = location.search !== subscribedQuery;
	}
}
