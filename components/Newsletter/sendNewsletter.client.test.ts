// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { honeypotName } from "../../content/honeypot.ts";
import { newsletterContract } from "./newsletterContract.ts";
import { sendNewsletter } from "./sendNewsletter.client.ts";

const { element, parts, attributes } = newsletterContract;
const failure = "There was an error subscribing you to our newsletter. Please try again later.";
const form = `<${element} id="newsletter" ${attributes.failure}="${failure}">
	<form data-part="${parts.form}" action="https://clinic.example/api/newsletter/subscribe">
		<input type="hidden" name="locale" value="ru"><input type="hidden" name="consent" value="2026-11-01">
		<input name="${honeypotName}"><input name="name"><input name="email">
		<button data-part="${parts.button}"></button><p data-part="${parts.status}"></p>
	</form></${element}>`;

afterEach(() => vi.unstubAllGlobals());

const query = <Found extends Element>(selector: string) =>
	document.querySelector<Found>(selector) as Found;

/** Shows the form, fills it in and sends it. Returns the message of the alert and the arguments of `fetch`. */
async function send(respond: () => Promise<Response>, trap = "") {
	document.body.innerHTML = form;
	for (const [name, value] of Object.entries({
		email: "ada@example.org",
		name: "Ада",
		[honeypotName]: trap,
	})) {
		query<HTMLInputElement>(`[name=${name}]`).value = value;
	}
	const alerted = Promise.withResolvers<string>();
	const fetchStub = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(respond);
	vi.stubGlobal("alert", alerted.resolve);
	vi.stubGlobal("fetch", fetchStub);
	sendNewsletter("newsletter", new Set());
	expect(query("form").ariaBusy).toBe("true");
	const message = await alerted.promise;
	expect(query("form").ariaBusy).toBe("false");
	const status = query(`[data-part=${parts.status}]`);
	expect(status.textContent).toBe(message);
	const [url, init] = fetchStub.mock.calls[0] ?? [];
	return {
		message,
		url,
		init,
		outcome: status.getAttribute(attributes.outcome),
		email: query<HTMLInputElement>("[name=email]").value,
	};
}

test("a subscription is sent with language and consent version", async () => {
	const { message, url, init, outcome, email } = await send(async () =>
		Response.json({ message: "Спасибо" }),
	);
	expect([message, outcome, email]).toEqual(["Спасибо", "saved", ""]);
	expect(url).toBe("https://clinic.example/api/newsletter/subscribe");
	expect(init?.method).toBe("POST");
	expect(init?.headers).toEqual({
		"Content-Type": "application/json",
		"Accept-Language": "ru",
		"Consent-Text": "2026-11-01",
	});
	expect(JSON.parse(String(init?.body))).toEqual({ email: "ada@example.org", name: "Ада" });
});

test("the hidden field that a bot fills in is sent, too", async () => {
	const { init } = await send(
		async () => Response.json({ message: "Спасибо" }),
		"https://example.org",
	);
	expect(JSON.parse(String(init?.body))).toMatchObject({ [honeypotName]: "https://example.org" });
});

test("a refusal is shown as text, and typed text stays", async () => {
	const message = "Too <b>often</b>";
	const shown = await send(async () => Response.json({ message }, { status: 429 }));
	expect(shown).toMatchObject({ message, outcome: "failed", email: "ada@example.org" });
});

test.each([
	["has no JSON", async () => new Response("<h1>It works!</h1>")],
	["has no message", async () => Response.json({ text: "Thanks" })],
	["has an empty message", async () => Response.json({ message: "" })],
	["does not arrive", async () => Promise.reject(new TypeError("Failed to fetch"))],
])("a response that %s is logged and shown as failure", async (_, respond) => {
	const logged = vi.spyOn(console, "error").mockImplementation(() => {});
	expect(await send(respond)).toMatchObject({
		message: failure,
		outcome: "failed",
		email: "ada@example.org",
	});
	expect(logged).toHaveBeenCalledOnce();
});

test("a form that is being sent is not sent again", async () => {
	document.body.innerHTML = form;
	const fetchStub = vi.fn<typeof fetch>(() => new Promise(() => {}));
	vi.stubGlobal("fetch", fetchStub);
	const sendingIds = new Set<string>();
	sendNewsletter("newsletter", sendingIds);
	sendNewsletter("newsletter", sendingIds);
	expect(fetchStub).toHaveBeenCalledOnce();
});

test("a form that is sent again shows no old message", () => {
	document.body.innerHTML = form;
	const status = query(`[data-part=${parts.status}]`);
	status.textContent = failure;
	status.setAttribute(attributes.outcome, "failed");
	vi.stubGlobal("fetch", () => new Promise(() => {}));
	sendNewsletter("newsletter", new Set());
	expect(status.textContent).toBe("");
	expect(status.hasAttribute(attributes.outcome)).toBe(false);
});
