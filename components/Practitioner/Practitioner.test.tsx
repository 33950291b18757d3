import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import { expect, test } from "vitest";
import type { PictureValue, Snapshot } from "../../content/snapshot.ts";
import { Practitioner } from "./Practitioner.tsx";

const cover: PictureValue = {
	src: "/media/a-600.jpg",
	title: { value: "Anna" },
	width: 600,
	height: 900,
	widths: [192, 600],
};
const full = {
	locale: "en-US",
	about: {
		title: { value: "Hello, I’m Anna" },
		subtitle: { blocks: [{ type: "paragraph", content: [{ type: "text", value: "Nutritionist. And cook." }] }] },
		cover,
		certificates: [cover, { ...cover, src: "/media/b-600.jpg" }],
	},
	appShell: { registration: { value: "Register, no. 1" }, registrationUrl: "https://register.example/1" },
} as unknown as Snapshot;

function render(content: Snapshot): string {
	return renderToStaticMarkup(
		<StaticRouter location="/">
			<Practitioner content={content} />
		</StaticRouter>,
	);
}

const textOf = (markup: string) =>
	markup
		.replace(/<[^>]+>/g, "|")
		.replace(/\|+/g, "|")
		.replaceAll("\u00a0", " ");

test("shows portrait, title, first sentence of the subtitle, registration and number of certificates", () => {
	const markup = render(full);
	expect(textOf(markup)).toBe("|Hello, I’m Anna|Nutritionist.|Register, no. 1|2 certificates|");
	expect(markup).toContain("/media/a-192.avif 192w");
	expect([...markup.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
		"/about",
		"https://register.example/1",
	]);
});

test.each([
	["Anna Lind, nutritionist and doctor by training", "Anna Lind"],
	["Анна Линд – нутрициолог и врач по образованию", "Анна Линд"],
	["Dr. Anna B. Lind, nutritionist and doctor", "Dr. Anna B. Lind"],
	["Приветствую, меня зовут Анна Линд", "Приветствую, меня зовут Анна Линд"],
	["Hello, I am Anna Lind-Blackwood from Whitby", "Hello, I am Anna Lind-Blackwood from Whitby"],
	["Добрый день, меня зовут Анна Линд", "Добрый день, меня зовут Анна Линд"],
])("of the long title %s, %s is shown", (title, shown) => {
	const about = { ...full.about, title: { value: title } };
	expect(textOf(render({ ...full, about } as unknown as Snapshot))).toContain(`|${shown}|`);
});

test("without the optional fields, shows the title, which leads to the About page", () => {
	const about = { ...full.about, subtitle: undefined, cover: undefined, certificates: [] };
	const markup = render({ ...full, about, appShell: {} } as unknown as Snapshot);
	expect(textOf(markup)).toBe("|Hello, I’m Anna|");
	expect(markup).toContain('href="/about"');
	expect(markup).not.toContain("<img");
});

test("without qualifications, shows the first sentence of the About page", () => {
	const text = { blocks: [{ type: "paragraph", content: [{ type: "text", value: "I cook. And write." }] }] };
	const about = { title: full.about.title, about: text, certificates: [] };
	expect(textOf(render({ ...full, about, appShell: {} } as unknown as Snapshot))).toBe("|Hello, I’m Anna|I cook.|");
	expect(textOf(render({ ...full, about } as unknown as Snapshot))).not.toContain("I cook.");
});

test.each([
	[50, false],
	[51, true],
])("a registration of %i letters is as wide as a phone: %s", (length, isWide) => {
	const registration = { value: "x".repeat(length) };
	const markup = render({ ...full, appShell: { ...full.appShell, registration } });
	expect(markup.includes("long-registration")).toBe(isWide);
});
