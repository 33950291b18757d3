/** Sends the newsletter's form, and shows the response in the page. Without script the browser does both. */
let isSending = false;

const selector = "form[data-failure]";

/** Finds the newsletter's form, which a change of language replaces. */
const currentForm = () => document.querySelector(selector) as HTMLFormElement;

/** Specification, section 7. Throws when the network fails or the answer holds no message. */
async function subscribe(form: HTMLFormElement): Promise<{ ok: boolean; message: string }> {
	const fields = Object.fromEntries(new FormData(form)) as Record<string, string>;
	const { email, name, locale = "", consent = "", website } = fields;
	const response = await fetch(form.action, {
		method: "POST",
		headers: { "Content-Type": "application/json", "Accept-Language": locale, "Consent-Text": consent },
		body: JSON.stringify({ email, name, website: website || undefined }),
	});
	const { message } = await response.json();
	if (typeof message !== "string") throw new TypeError(`The answer (${response.status}) holds no message.`);
	return { ok: response.ok, message };
}

function show(message: string) {
	const form = currentForm();
	form.ariaBusy = String(isSending);
	(form.querySelector("button") as HTMLElement).ariaDisabled = String(isSending);
	(form.querySelector("[role=status]") as HTMLElement).textContent = message;
}

addEventListener("submit", async (event) => {
	if (!(event.target as Element).matches(selector)) return;
	event.preventDefault();
	const wasSending = isSending;
	isSending = true;
	// A form that came with a change of language does not know yet that it is being sent.
	show("");
	if (wasSending) return;
	const form = currentForm();
	const { ok, message } = await subscribe(form).catch((error: unknown) => {
		console.error(error);
		return { ok: false, message: form.dataset.failure as string };
	});
	isSending = false;
	show(message);
	if (ok) currentForm().reset();
	alert(message);
});
