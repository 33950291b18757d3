// Sends the newsletter form, and shows the response in the page, without a navigation. The listener is on `document`.
import { honeypotName } from "../../content/honeypot.ts";

document.addEventListener("submit", (event) => {
	const form = event.target;
	if (!(form instanceof HTMLFormElement)) return;
	const status = form.querySelector<HTMLElement>("[role=status]");
	// The browser itself sends a form without a place for the response.
	if (!status) return;
	event.preventDefault();
	if (form.ariaBusy !== "true") void subscribe(form, status);
});

/** Sends the form, shows the response, and empties the form when the subscription is saved. */
async function subscribe(form: HTMLFormElement, status: HTMLElement): Promise<void> {
	status.textContent = "";
	delete status.dataset.outcome;
	setBusy(form, true);
	const result = await requestSubscription(form).catch(console.error);
	setBusy(form, false);
	// The failure is read now, because the language may have changed during the request.
	const message = result?.message ?? form.dataset.failure ?? "";
	status.textContent = message;
	status.dataset.outcome = result?.isSaved ? "saved" : "failed";
	if (result?.isSaved) form.reset();
	alert(message);
}

function setBusy(form: HTMLFormElement, isBusy: boolean): void {
	form.ariaBusy = String(isBusy);
	for (const button of form.querySelectorAll("button")) button.ariaDisabled = String(isBusy);
}

/**
 * Sends the form fields as JSON. The specification fixes the body, so language and consent are headers. A form without
 * script can set none, and sends them as fields.
 * @throws Error when the network fails or the response has no message
 */
async function requestSubscription(form: HTMLFormElement) {
	const fields = new FormData(form);
	const read = (name: string) => String(fields.get(name) ?? "");
	const response = await fetch(form.action, {
		method: "POST",
		headers: {
			"Content-Type": "application/json",
			"Accept-Language": read("locale"),
			"Consent-Text": read("consent"),
		},
		body: JSON.stringify({
			email: read("email"),
			name: read("name"),
			[honeypotName]: read(honeypotName) || undefined,
		}),
	});
	const { message } = await response.json();
	if (typeof message !== "string" || !message)
		throw new TypeError(`The response (${response.status}) has no message.`);
	return { isSaved: response.ok, message };
}
