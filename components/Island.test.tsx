import { JSDOM } from "jsdom";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { words } from "../content/words.ts";
import { Island } from "./Island.tsx";
import { NewsletterForm } from "./NewsletterForm.island.tsx";

const form = (
	<NewsletterForm
		locale="ru"
		name={{ label: { value: "Имя" } }}
		email={{ label: { value: 'A "quoted" <label>' } }}
		button={{ value: "Subscribe" }}
		failure={words.ru.subscribeFailure}
	/>
);

test("an island is complete HTML, with what the browser needs to take it over", () => {
	const island = JSDOM.fragment(renderToStaticMarkup(<Island when="interaction">{form}</Island>)).firstElementChild;
	const { name, when, props = "" } = (island as HTMLElement).dataset;
	expect([island?.localName, name, when]).toEqual(["site-island", "NewsletterForm", "interaction"]);
	expect(JSON.parse(props)).toEqual(form.props);
	expect(island?.querySelector(":scope > form")?.textContent).toContain('A "quoted" <label>');
});

test("a component without a file of its own is an error that names it", () => {
	const Stray = () => <p>Stray</p>;
	expect(() => renderToStaticMarkup(<Island when="visible">{<Stray />}</Island>)).toThrow(
		"Stray is no island: its file must be components/<Name>.island.tsx.",
	);
});
