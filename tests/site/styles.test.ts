import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { pauseScript } from "../../components/LateStyles/LateStyles.tsx";
import { paperColours } from "../../renderer/colours.ts";
import { budgets, findExcess } from "../tools/budgets.ts";
import { clientFolder, loadPages, requireSingle, type SitePage } from "./sitePages.ts";

const pages = loadPages();
const styleOf = ({ document }: SitePage) => requireSingle(document, "style").textContent ?? "";
const sizeOf = (text: string) => brotliCompressSync(text).length;

test("pages have their styles in their heads, for old browsers too", () => {
	// Chromium would wait for preloaded fonts. Each page links its late styles itself.
	const blocking = "head link[rel~=stylesheet], [style], link[as=font]";
	for (const page of pages) {
		const { document, file } = page;
		expect(document.querySelector(blocking), file).toBeNull();
		expect(requireSingle(document, "style").parentElement).toBe(document.head);
		const pause = requireSingle(document, "main link[rel=stylesheet][href*=late] + script");
		expect(pause.textContent).toBe(pauseScript);
		const style = styleOf(page);
		expect(style).toMatch(/^@layer reset\{.*\}@layer base\{.*\}@layer components\{/);
		expect(style).not.toMatch(/@import|url\((?!\/assets\/)/);
		const hasFocus = document.querySelector("[data-focus]") !== null;
		expect(style.includes("[data-focus"), file).toBe(hasFocus);
		// A late font would move texts.
		expect(style).not.toMatch(/@font-face\{(?![^}]*font-display:optional)/);
		// Safari before 16.4 ignores media queries with a range, such as `width >= 48rem`, and with `not (`.
		expect(style).not.toMatch(/@media[^{]*([<>]|not \()/);
		const languages = pages.filter(({ name }) => name === page.name);
		expect(new Set(languages.map(styleOf)).size, `${file} in both languages`).toBe(1);
	}
});

test("the late sheet has each sheet that is named late", () => {
	const late = readFileSync("components/LateStyles/late.css", "utf8");
	const named = ["components", "pages", "renderer"].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: "utf8" })
			.filter((name) => name.endsWith(".late.css"))
			.map((name) => join(folder, name)),
	);
	const imported = [...late.matchAll(/@import "(?<path>.+)"/g)].map(({ groups }) =>
		join("components/LateStyles", groups?.path ?? ""),
	);
	// The withdrawal form, the first section of its page, has it in the head.
	expect(imported.sort()).toEqual([...named, join("components", "forms.css")].sort());
});

test("documents fit into one round trip", () => {
	for (const page of pages) {
		const size = sizeOf(page.html);
		if (size <= budgets.document.limit) continue;
		const sections = page.document.querySelectorAll("body > header, main > *, body > footer");
		const parts = [requireSingle(page.document, "style"), ...sections].map((part) => ({
			name: `${part.localName}.${part.className}`,
			size: sizeOf(part.outerHTML),
		}));
		expect(findExcess(budgets.document, parts, size)).toBeUndefined();
	}
});

test("pages name their icons and theme colours", () => {
	for (const page of pages) {
		const icons = page.document.querySelectorAll("link[rel~=icon]");
		expect([...icons].map((icon) => icon.getAttribute("href"))).toEqual([
			"/favicon.ico",
			expect.stringMatching(/^\/assets\/static\/favicon\..+\.svg$/),
		]);
		for (const colour of [paperColours.light, paperColours.dark]) {
			requireSingle(page.document, `meta[name=theme-color][content="${colour}"]`);
			expect(styleOf(page)).toContain(`--paper:${colour}`);
		}
	}
});

test("one style sheet is published, and every font is used", () => {
	const files = readdirSync(clientFolder, { recursive: true }).map(String);
	const sheets = files.filter((file) => file.endsWith(".css"));
	expect(sheets).toEqual([expect.stringMatching(/late\.[\w-]+\.css$/)]);
	expect(readFileSync(join(clientFolder, ...sheets), "utf8")).not.toContain("@layer");
	const styles = pages.map(styleOf).join("");
	const fonts = files.filter((file) => file.endsWith(".woff2"));
	expect(fonts.length).toBeGreaterThan(0);
	for (const font of fonts) expect(styles).toContain(`url(/${font.replaceAll("\\", "/")})`);
});
