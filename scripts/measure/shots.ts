import type { Page } from "@playwright/test";
import { type Locale, localeCodes, otherLocale } from "../../content/locales.ts";
import { localisePath, pathOf, type RouteName, routeNames } from "../../content/routes.ts";
import type { Length } from "./varyContent.ts";

/** A picture to be taken. */
export type Shot = {
	/** The name of its file, in parts: `about-ru-360-dark`. */
	name: string;
	/** On the server of the content as it is, or of one of its extremes. */
	length?: Length;
	path: string;
	width: number;
	/** Of the window; the picture is of the whole page unless `view` says otherwise. */
	height?: number;
	scheme?: "light" | "dark";
	/** Device pixels to a CSS pixel. */
	density?: number;
	settings?: Parameters<Page["emulateMedia"]>[0];
	/** Brings the page into the state that is to be seen. */
	prepare?: (page: Page) => Promise<unknown>;
	/** What is shown of it: the window alone, or what a selector names. */
	view?: "window" | { selector: string };
};

const pathsOf = (locale: Locale): [name: RouteName | "404", path: string][] => [
	...routeNames.map((route): [RouteName, string] => [route, pathOf(route, locale)]),
	["404", localisePath("/no-such-page", locale)],
];

type Subject = Omit<Shot, "name" | "width" | "scheme">;

/** One thing in some widths and both colour schemes. */
function inBothSchemes(name: string, subject: Subject, widths = [360, 1280]): Shot[] {
	return widths.flatMap((width) =>
		(["light", "dark"] as const).map((scheme) => ({ ...subject, name: `${name}-${width}-${scheme}`, width, scheme })),
	);
}

/** Every page in both languages, on a phone, a tablet, a laptop and a large screen. */
export function listPages(): Shot[] {
	return localeCodes.flatMap((locale) =>
		pathsOf(locale).flatMap(([page, path]) => inBothSchemes(`${page}-${locale}`, { path }, [360, 768, 1280, 1920])),
	);
}

/** What a page can come to look like. */
export function listStates(): Shot[] {
	return localeCodes.flatMap((locale) => {
		const home = pathOf("home", locale);
		const states: Record<string, Subject & { widths?: number[] }> = {
			menu: { path: home, prepare: openMenu, view: "window", widths: [360, 768] },
			dropdown: { path: home, prepare: openLanguages, view: "window", widths: [360] },
			"sections-programmes": { path: pathOf("programmes", locale), prepare: openSections },
			"sections-functionalTests": { path: pathOf("functionalTests", locale), prepare: openSections },
			focus: { path: home, prepare: (page) => page.locator("main .button").first().focus(), view: "window" },
			"form-busy": { path: home, prepare: sendForm("never"), view: { selector: "footer" } },
			"form-answered": { path: home, prepare: sendForm("at once"), view: { selector: "footer" } },
			placeholder: { path: home, prepare: changeLanguage("never"), view: "window" },
			"placeholder-failed": { path: home, prepare: changeLanguage("fails"), view: "window" },
		};
		return [
			...Object.entries(states).flatMap(([name, { widths, ...subject }]) =>
				inBothSchemes(`${name}-${locale}`, subject, widths),
			),
			...pathsOf(locale).flatMap(([page, path]): Shot[] => [
				{ name: `zoom-${page}-${locale}`, path, width: 640, height: 400, density: 2 },
				{ name: `reflow-${page}-${locale}`, path, width: 320, height: 256 },
				{ name: `wide-${page}-${locale}`, path, width: 2560, height: 1440 },
				{ name: `forced-${page}-${locale}`, path, width: 1280, settings: { forcedColors: "active" } },
				// A4 without its margins, at 96 pixels to the inch.
				{ name: `print-${page}-${locale}`, path, width: 718, settings: { media: "print" } },
				...(["shortest", "longest"] as const).flatMap((length) =>
					[360, 1280].map((width) => ({ name: `${length}-${page}-${locale}-${width}`, path, width, length })),
				),
			]),
		];
	});
}

/** The few that the README shows. */
export function listReadme(): Shot[] {
	const shown = { height: 800, density: 1.5, view: "window" } as const;
	return [
		{ ...shown, name: "home", path: "/", width: 1280 },
		{ ...shown, name: "consultations-dark", path: "/consultations", width: 390, scheme: "dark" },
		{ ...shown, name: "home-ru", path: "/ru", width: 390 },
	];
}

const openMenu = (page: Page) => page.locator("#menu-button").click();

async function openLanguages(page: Page): Promise<void> {
	await openMenu(page);
	await page.locator("#language-menu").click();
}

async function openSections(page: Page): Promise<void> {
	for (const title of await page.locator("main summary").all()) await title.click();
}

/** Sends the newsletter's form and waits for its answer, or for it to be under way when none comes. */
function sendForm(answer: "at once" | "never") {
	return async (page: Page) => {
		if (answer === "never") await page.route("**/api/**", () => new Promise(() => {}));
		const form = page.locator("footer form");
		await form.locator("input[type=email]").fill("visitor@example.org");
		await form.locator("button").click();
		if (answer === "never") await form.and(page.locator("[aria-busy=true]")).waitFor();
		else await form.locator("[role=status]:not(:empty)").waitFor();
	};
}

/** Presses the language switch while the other language does not come. */
function changeLanguage(answer: "never" | "fails") {
	return async (page: Page) => {
		const lang = await page.locator("html").getAttribute("lang");
		const other = pathOf("home", otherLocale(lang as Locale));
		await page.route(
			({ pathname }) => pathname === other,
			(route) => (answer === "fails" ? route.abort() : new Promise(() => {})),
		);
		const toggle = page.locator("#language-switch");
		if (await toggle.isVisible()) await toggle.click();
		else {
			await openLanguages(page);
			await page.locator(".language-menu li a:not([aria-current])").click();
			await page.keyboard.press("Escape");
		}
		const placeholder = page.locator("#rendering");
		await placeholder.waitFor();
		if (answer === "fails") await placeholder.locator("a").waitFor();
	};
}
