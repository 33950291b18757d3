import { JSDOM } from "jsdom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { applyStoredLocale } from "./headScript.ts";

const origin = "https://www.example.org";

type Visit = {
	/** Address of the opened English page, without its origin. */
	address?: string;
	/** Address of the Russian page. Null for a page without one, such as a preview. */
	counterpart?: string | null;
	/** Language that the visitor has chosen before: value of `localStorage.locale`. */
	stored?: string;
};

/** Runs the head script in a jsdom document, whose `location.replace` only records. */
function visit({ address = "/about", counterpart = `${origin}/ru/about`, stored }: Visit) {
	const link = counterpart && `<link rel="alternate" href="${counterpart}" data-locale="ru">`;
	const html = `<!doctype html><html id="en-US" lang="xx"><head>${link ?? ""}</head>`;
	const { window } = new JSDOM(html, { url: origin + address });
	const { document, history, localStorage } = window;
	Object.defineProperty(document, "readyState", { value: "complete" });
	if (stored !== undefined) localStorage.locale = stored;
	const replace = vi.fn();
	const { pathname, search, hash } = window.location;
	const location = { origin, pathname, search, hash, replace };
	const globals = { location, history, localStorage, window };
	for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
	// Removes timers that jsdom has set.
	vi.clearAllTimers();
	applyStoredLocale(document);
	return {
		window,
		document: document as Parameters<typeof applyStoredLocale>[0],
		replacedBy: () => replace.mock.calls.flat(),
		show: (persisted: boolean) =>
			window.dispatchEvent(Object.assign(new window.Event("pageshow"), { persisted })),
	};
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

test("a page is hidden, and replaced on its own origin", () => {
	const counterpart = "https://elsewhere.example/ru/about";
	const { replacedBy, document } = visit({ address: "/about?a=b#c", counterpart, stored: "ru" });
	expect([replacedBy(), document.documentElement.hidden]).toEqual([
		[`${origin}/ru/about?a=b#c`],
		true,
	]);
	// The counterpart may not load.
	vi.runOnlyPendingTimers();
	expect(document.documentElement.hidden).toBe(false);
});

test.each([
	["/nowhere?a=b", "/ru/nowhere?a=b"],
	["//evil.example", "/ru//evil.example"],
])("the 404 page at %s is replaced by %s", (address, replacement) => {
	const { replacedBy } = visit({ address, counterpart: `${origin}/ru/404`, stored: "ru" });
	expect(replacedBy()).toEqual([origin + replacement]);
});

test.each<[string, Visit]>([
	["in the stored language", { stored: "en-US" }],
	["without a stored language", {}],
	["with a damaged stored language", { stored: "__proto__" }],
	["without a counterpart", { stored: "ru", counterpart: null }],
	["that a host serves at its counterpart's address", { address: "/ru/about", stored: "ru" }],
])("a page %s is not replaced", (_, details) => {
	const { replacedBy, document, window } = visit(details);
	expect([replacedBy(), document.documentElement.hidden]).toEqual([[], false]);
	expect(window.localStorage.locale).toBe(details.stored);
});

test("a page from the back/forward cache is replaced", () => {
	const { window, show, replacedBy } = visit({});
	window.localStorage.locale = "ru";
	show(false);
	expect(replacedBy()).toEqual([]);
	show(true);
	expect(replacedBy()).toEqual([`${origin}/ru/about`]);
});

test("a prerendered page is replaced when it is shown", () => {
	const { window, document, replacedBy } = visit({});
	window.localStorage.locale = "ru";
	document.onprerenderingchange?.();
	expect(replacedBy()).toEqual([`${origin}/ru/about`]);
});
