import { requirePart } from "../parts.client.ts";
import { SiteElement } from "../SiteElement.client.ts";
import { newsletterContract } from "./newsletterContract.ts";

/** Ids of the elements whose form is being sent. An element that arrives by a change of language has its predecessor's id. */
export const sendingIds = new Set<string>();

/** Sends a newsletter form and shows the response in the page. Without this script the browser does both. */
export class NewsletterElement extends SiteElement {
	protected connect(signal: AbortSignal): void {
		this.addEventListener("submit", this.#submit, { signal });
		if (sendingIds.has(this.id)) this.#submit();
	}

	/** Sends the form, or shows that it is being sent. */
	#submit = async (event?: Event): Promise<void> => {
		event?.preventDefault();
		try {
			const module = await import("./sendNewsletter.client.ts");
			module.sendNewsletter(this.id);
		} catch (error) {
			console.error(error);
			requirePart(this, newsletterContract.parts.form, HTMLFormElement).submit();
		}
	};
}
