import { JSDOM } from "jsdom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { languageSwitchContract } from "../components/LanguageSwitch/languageSwitchContract.ts";
import { applyStoredLocale } from "./headScript.ts";

const origin = "https://www.example.org";

type Visit = {
	/** URL of the opened page, without its origin. */
	address?: string;
	/** Locale of the page. */
	locale?: string;
	/** Link to the page in the other language. Null for a page that exists in one language only, such as the 404 page. */
	counterpart?: { locale: string; href: string } | null;
	/** Language that the visitor has chosen before: value of `localStorage.locale`. */
	stored?: string | undefined;
	/** Whether the parser has not reached the end of the page yet. */
	isLoading?: boolean;
};

const russian = { locale: "ru", href: `${origin}/ru/about` };
const english = { locale: "en-US", href: `${origin}/about` };

/**
 * Runs the head script in a jsdom document. `location`, `localStorage` and `window` are stubs that the test can read.
 */
function visit({
	address = "/about",
	locale = "en-US",
	counterpart = russian,
	stored,
	isLoading = false,
}: Visit) {
	const link = counterpart
		? `<link rel="alternate" href="${counterpart.href}" ${languageSwitchContract.attributes.locale}="${counterpart.locale}">`
		: "";
	const html = `<!doctype html><html id="${locale}" lang="xx"><head>${link}</head>`;
	const dom = new JSDOM(html).window;
	const { document } = dom;
	Object.defineProperties(document, {
		readyState: { value: isLoading ? "loading" : "complete" },
	});
	const replace = vi.fn<(address: string) => void>();
	const { pathname, search, hash } = new URL(address, origin);
	const location = { pathname, search, hash, replace };
	vi.stubGlobal("location", location);
	const replaceState = vi.fn<History["replaceState"]>();
	vi.stubGlobal("history", { replaceState });
	const storage: { locale?: string } = stored === undefined ? {} : { locale: stored };
	vi.stubGlobal("localStorage", storage);
	const window: Partial<Pick<Window, "onpageshow">> = {};
	vi.stubGlobal("window", window);
	// Removes timers that jsdom has set, so that tests count the script's timers only.
	vi.clearAllTimers();
	applyStoredLocale(document, languageSwitchContract.attributes.locale);
	const page = document as Parameters<typeof applyStoredLocale>[0];
	return {
		page,
		storage,
		root: document.documentElement,
		finishParsing: () => document.dispatchEvent(new dom.Event("DOMContentLoaded")),
		replacedBy: () => replace.mock.calls.map(([to]) => to),
		shownAddresses: () => replaceState.mock.calls.map(([, , address]) => address),
		showPage: (persisted: boolean) =>
			window.onpageshow?.call(window as Window, { persisted } as PageTransitionEvent),
	};
}

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

describe("a page whose counterpart is in the stored language", () => {
	test.each<[string, Visit, string]>([
		["English", { stored: "ru" }, "/ru/about"],
		[
			"Russian",
			{ address: "/ru/about", locale: "ru", counterpart: english, stored: "en-US" },
			"/about",
		],
		["with a query and a fragment", { address: "/about?a=b#c", stored: "ru" }, "/ru/about?a=b#c"],
	])("%s is hidden and replaced by its counterpart", (_, details, expected) => {
		const { replacedBy, root } = visit(details);
		expect(replacedBy()).toEqual([expected]);
		expect(root.hidden).toBe(true);
	});

	test("is replaced on this origin when its link names another origin", () => {
		const { replacedBy } = visit({
			stored: "ru",
			counterpart: { locale: "ru", href: "https://elsewhere.example/ru/about" },
		});
		expect(replacedBy()).toEqual(["/ru/about"]);
	});

	// Chromium leaves a page blank that replaces itself before it is parsed, when the counterpart cannot load.
	test("is replaced when it is parsed to its end, and not before", () => {
		const { finishParsing, replacedBy, root } = visit({ stored: "ru", isLoading: true });
		expect(root.hidden).toBe(true);
		expect(replacedBy()).toEqual([]);
		finishParsing();
		expect(replacedBy()).toEqual(["/ru/about"]);
	});

	test("is shown again after three seconds without a counterpart", () => {
		const { root } = visit({ stored: "ru" });
		expect(vi.getTimerCount()).toBe(1);
		vi.runOnlyPendingTimers();
		expect(root.hidden).toBe(false);
	});

	test("is replaced when it returns from the back/forward cache", () => {
		const { storage, replacedBy, showPage } = visit({});
		storage.locale = "ru";
		showPage(false);
		expect(replacedBy()).toEqual([]);
		showPage(true);
		expect(replacedBy()).toEqual(["/ru/about"]);
	});

	test("is replaced when a prerendered page is shown", () => {
		const { page, storage, replacedBy } = visit({});
		storage.locale = "ru";
		page.onprerenderingchange?.();
		expect(replacedBy()).toEqual(["/ru/about"]);
	});

	test("is not replaced when a host serves it at the counterpart's URL", () => {
		const { replacedBy, root } = visit({ address: "/ru/about", stored: "ru" });
		expect(replacedBy()).toEqual([]);
		expect(root.hidden).toBe(false);
	});
});

test("a page without a counterpart is not replaced", () => {
	const { replacedBy, root } = visit({ stored: "ru", counterpart: null });
	expect(replacedBy()).toEqual([]);
	expect(root.hidden).toBe(false);
});

test.each([undefined, "", "en-US", "__proto__"])(
	"the stored value %j does not replace an English page",
	(stored) => {
		const { replacedBy, storage } = visit({ stored });
		expect(replacedBy()).toEqual([]);
		expect(storage.locale).toBe(stored);
	},
);

test("a language that a link has chosen is stored over another one", () => {
	const { storage, replacedBy, shownAddresses } = visit({
		address: "/about?a=b#en-US",
		stored: "ru",
	});
	expect(storage.locale).toBe("en-US");
	expect(replacedBy()).toEqual([]);
	expect(shownAddresses()).toEqual(["/about?a=b"]);
});
