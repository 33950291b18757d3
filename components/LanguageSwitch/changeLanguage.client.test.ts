// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { changeLanguage, copyInputValuesAndOpenStates } from "./changeLanguage.client.ts";
import { languageSwitchContract } from "./languageSwitchContract.ts";

function parsePage(main: string): Document {
	return new DOMParser().parseFromString(`<main>${main}</main>`, "text/html");
}

test("sections and inputs keep their states when the language changes", () => {
	const main = '<details id="one"></details><details id="two"></details><input id="email">';
	document.body.innerHTML = `<main>${main}</main>`;
	document.getElementById("one")?.setAttribute("open", "");
	Object.assign(document.querySelector("input") ?? {}, { value: "me@example.org" });
	const next = parsePage(main);
	copyInputValuesAndOpenStates(next);
	expect([...next.querySelectorAll("details")].map(({ open }) => open)).toEqual([true, false]);
	expect(next.querySelector("input")?.value).toBe("me@example.org");
});

const { parts } = languageSwitchContract;
const placeholder = `<div data-part="${parts.placeholder}" hidden><p data-part="${parts.failure}" hidden></p></div>`;
const isShown = (part: string) =>
	document.querySelector<HTMLElement>(`[data-part=${part}]`)?.hidden === false;

test("a revoked change leaves the page as it was", async () => {
	document.body.innerHTML = `<main>English</main>${placeholder}`;
	const controller = new AbortController();
	const response = Promise.resolve({ status: 200, page: parsePage("Русский") });
	const change = changeLanguage({
		href: "/ru",
		response,
		controlId: "",
		signal: controller.signal,
	});
	controller.abort();
	await change;
	expect(document.querySelector("main")?.textContent).toBe("English");
	expect(isShown(parts.placeholder)).toBe(false);
});

test("a change without a response is logged and offers a link", async () => {
	const logged = vi.spyOn(console, "error").mockImplementation(() => {});
	document.body.innerHTML = `<main>English</main>${placeholder}`;
	const response = Promise.resolve({ status: 0, page: null });
	await changeLanguage({
		href: "/ru",
		response,
		controlId: "",
		signal: new AbortController().signal,
	});
	expect(logged).toHaveBeenCalledOnce();
	expect([isShown(parts.placeholder), isShown(parts.failure)]).toEqual([true, true]);
	expect(document.querySelector("main")?.ariaBusy).toBe("true");
});
