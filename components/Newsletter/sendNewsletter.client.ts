import { honeypotName } from "../../content/honeypot.ts";
import { requirePart } from "../parts.client.ts";
import { newsletterContract } from "./newsletterContract.ts";

const { parts, attributes } = newsletterContract;

/**
 * Outcome of a subscription request. `message` is the server's text for the visitor, absent when the request failed.
 */
type Result = { isSaved: boolean; message?: string };

/**
 * Sends the form in the `<site-newsletter>` element with this id, and shows the response.
 * @param sendingIds ids of the elements whose form is being sent
 */
export function sendNewsletter(id: string, sendingIds: Set<string>): void {
	const isSending = sendingIds.has(id);
	sendingIds.add(id);
	// A change of language during a request replaces the form, so the new form must become busy.
	setBusy(id, true);
	showStatus(id, "");
	if (!isSending) void subscribe(id).finally(() => sendingIds.delete(id));
}

/** Sends the request, shows its outcome, and empties the form when the subscription is saved. */
async function subscribe(id: string): Promise<void> {
	const { isSaved, message } = await requestSubscription(requireForm(id)).catch(logFailure);
	const shownMessage = message ?? requireElement(id).getAttribute(attributes.failure) ?? "";
	setBusy(id, false);
	showStatus(id, shownMessage, isSaved ? "saved" : "failed");
	if (isSaved) requireForm(id).reset();
	alert(shownMessage);
}

function setBusy(id: string, isBusy: boolean): void {
	requireForm(id).ariaBusy = String(isBusy);
	requirePart(requireElement(id), parts.button, HTMLButtonElement).ariaDisabled = String(isBusy);
}

function showStatus(id: string, message: string, outcome?: "saved" | "failed"): void {
	const status = requirePart(requireElement(id), parts.status, HTMLElement);
	status.textContent = message;
	if (outcome) status.setAttribute(attributes.outcome, outcome);
	else status.removeAttribute(attributes.outcome);
}

function requireForm(id: string): HTMLFormElement {
	return requirePart(requireElement(id), parts.form, HTMLFormElement);
}

/**
 * Returns the newsletter element with an id. Call this for each use, because a change of language replaces the element.
 * @throws Error when no element has the id
 */
function requireElement(id: string): HTMLElement {
	const element = document.getElementById(id);
	if (element) return element;
	throw new Error(`The page has no <${newsletterContract.element} id="${id}">.`);
}

function logFailure(error: unknown): Result {
	console.error(error);
	return { isSaved: false };
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
	return { isSaved: response.ok, message };
}
