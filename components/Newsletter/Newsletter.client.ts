import { requirePart } from "../parts.client.ts";
import { SiteElement } from "../SiteElement.client.ts";
import { newsletterContract } from "./newsletterContract.ts";

const { parts, attributes } = newsletterContract;

/** Ids of the newsletter elements whose form is being sent. */
const sendingIds = new Set<string>();

/** Newsletter form. The script sends the form and shows the response in the page, without a navigation. */
export class NewsletterElement extends SiteElement {
	protected connect(signal: AbortSignal): void {
		this.addEventListener("submit", this.#submit, { signal });
		if (sendingIds.has(this.id)) this.#submit();
	}

	#submit = async (event?: Event): Promise<void> => {
		event?.preventDefault();
		try {
			const module = await import("./sendNewsletter.client.ts");
			module.sendNewsletter(this.id, sendingIds);
		} catch (error) {
			console.error(error);
			if (navigator.onLine) {
				requirePart(this, parts.form, HTMLFormElement).submit();
				return;
			}
			// Without a network, the browser's error page would replace the form.
			const message = this.getAttribute(attributes.failure) ?? "";
			requirePart(this, parts.status, HTMLElement).textContent = message;
			alert(message);
		}
	};
}
