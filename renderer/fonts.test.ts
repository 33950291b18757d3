import { expect, test } from "vitest";
import { listFonts } from "./fonts.ts";

function listFontNames(...page: Parameters<typeof listFonts>): string[] {
	return listFonts(...page).map(({ href }) => href.replace(/^.*\/|\.woff2.*$/g, ""));
}

test("a page preloads the font of its own alphabet", () => {
	expect(listFontNames("en-US", "about", "<h1>About</h1>")).toEqual(["latin-normal"]);
	expect(listFontNames("ru", "about", "<h1>О нас</h1>")).toEqual(["cyrillic-normal"]);
});

test("a heading with letters of the other alphabet preloads its font as well", () => {
	expect(listFontNames("ru", "about", "<h1>О Morrowleaf</h1>")).toEqual(["latin-normal", "cyrillic-normal"]);
});

test("tags and character references of a heading do not count as letters", () => {
	expect(listFontNames("ru", "about", '<h1 class="title">О&nbsp;нас</h1>')).toEqual(["cyrillic-normal"]);
});

test("letters in a closed section do not count, except in its title", () => {
	const section = (title: string, heading: string) =>
		`<h1>О нас</h1><details><summary><h2>${title}</h2></summary><h3>${heading}</h3></details>`;
	expect(listFontNames("ru", "about", section("Вопрос", "DNA"))).toEqual(["cyrillic-normal"]);
	expect(listFontNames("ru", "about", section("DNA", "Ответ"))).toEqual(["latin-normal", "cyrillic-normal"]);
});

test("the accent of the home page's title preloads the italic font at low priority", () => {
	const fonts = listFonts("en-US", "home", "<h1>Eat <em>well</em></h1>");
	expect(fonts.map(({ isAccent }) => isAccent)).toEqual([false, true]);
	expect(listFontNames("en-US", "home", "<h1>Eat <em>well</em></h1>")).toEqual(["latin-normal", "latin-italic"]);
	expect(listFontNames("en-US", "about", "<h1>Eat <em>well</em></h1>")).toEqual(["latin-normal"]);
});
