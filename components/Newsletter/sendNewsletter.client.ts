import { requirePart } from "../parts.client.ts";
import { sendingIds } from "./Newsletter.client.ts";
import { newsletterContract } from "./newsletterContract.ts";

const { parts, attributes } = newsletterContract;

/**
 * Outcome of a subscription request. `message` is the server's text for the visitor, absent when the request failed.
 */
type Result = { isSaved: boolean; message?: string };

/**
 * Sends a newsletter form and shows the response.
 * @param id id of the custom element, which a change of language may replace meanwhile
 */
export function sendNewsletter(id: string): void {
	const isSending = sendingIds.has(id);
	sendingIds.add(id);
	showStatus(id, "");
	if (!isSending) void send(id);
}

async function send(id: string): Promise<void> {
	const { isSaved, message } = await subscribe(requireForm(id));
	sendingIds.delete(id);
	const shown = message ?? requireElement(id).getAttribute(attributes.failure) ?? "";
	showStatus(id, shown);
	requireStatus(id).setAttribute(attributes.outcome, isSaved ? "saved" : "failed");
	if (isSaved) requireForm(id).reset();
	alert(shown);
}

/** Shows a message. Marks the form as busy when it is being sent, and otherwise as not busy. */
function showStatus(id: string, message: string): void {
	const isSending = String(sendingIds.has(id));
	requireForm(id).ariaBusy = isSending;
	requirePart(requireElement(id), parts.button, HTMLButtonElement).ariaDisabled = isSending;
	requireStatus(id).textContent = message;
	requireStatus(id).removeAttribute(attributes.outcome);
}

function requireStatus(id: string): HTMLElement {
	return requirePart(requireElement(id), parts.status, HTMLElement);
}

function requireForm(id: string): HTMLFormElement {
	return requirePart(requireElement(id), parts.form, HTMLFormElement);
}

/**
 * Returns the newsletter element that is in the page now.
 * @throws Error when the page has no element with the id
 */
function requireElement(id: string): HTMLElement {
	const element = document.getElementById(id);
	if (element) return element;
	throw new Error(`The page has no <${newsletterContract.element} id="${id}">.`);
}

/** Sends the form, and logs an error when the request fails. */
async function subscribe(form: HTMLFormElement): Promise<Result> {
	try {
		return await requestSubscription(form);
	} catch (error) {
		console.error(error);
		return { isSaved: false };
	}
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
		body: JSON.stringify({ email: read("email"), name: read("name"), website: read("website") || undefined }),
	});
	const { message } = await response.json();
	if (typeof message !== "string") throw new TypeError(`The response (${response.status}) has no message.`);
	return { isSaved: response.ok, message };
}
