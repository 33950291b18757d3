// Sends the newsletter form, and shows the response in the page, without a navigation. The listener is on `document`.
import { honeypotName } from "../../content/honeypot.ts";

/**
 * Outcome of a subscription request. `message` is the server's text for the visitor, absent when the request failed.
 */
type Result = { outcome: "saved" | "failed"; message?: string };

document.addEventListener("submit", (event) => {
	const form = event.target;
	if (!(form instanceof HTMLFormElement)) return;
	event.preventDefault();
	if (form.ariaBusy !== "true") void subscribe(form);
});

/** Sends the form, shows the outcome, and empties the form when the subscription is saved. */
async function subscribe(form: HTMLFormElement): Promise<void> {
	const status = form.querySelector<HTMLElement>("[role=status]");
	if (!status) return;
	status.textContent = "";
	delete status.dataset.outcome;
	setBusy(form, true);
	const { outcome, message } = await requestSubscription(form).catch(logFailure);
	setBusy(form, false);
	// Read now, because the language may have changed during the request.
	const shownMessage = message ?? form.dataset.failure ?? "";
	status.textContent = shownMessage;
	status.dataset.outcome = outcome;
	if (outcome === "saved") form.reset();
	alert(shownMessage);
}

function setBusy(form: HTMLFormElement, isBusy: boolean): void {
	form.ariaBusy = String(isBusy);
	for (const button of form.querySelectorAll("button")) button.ariaDisabled = String(isBusy);
}

function logFailure(error: unknown): Result {
	console.error(error);
	return { outcome: "failed" };
}

/**
 * Sends the form fields as JSON.
 * @throws Error when the network fails or the response has no message
 */
async function requestSubscription(form: HTMLFormElement): Promise<Result> {
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
	return { outcome: response.ok ? "saved" : "failed", message };
}
