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
	const html = renderToStaticMarkup(<Island when="interaction">{form}</Island>);
	const [, name, when, props = "", inside = ""] =
		/^<site-island data-name="(.*?)" data-when="(.*?)" data-props="(.*?)">(.*)<\/site-island>$/s.exec(html) ?? [];
	expect([name, when]).toEqual(["NewsletterForm", "interaction"]);
	expect(JSON.parse(props.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">"))).toEqual(
		form.props,
	);
	expect(inside).toMatch(/^<form /);
	expect(inside).toContain("A &quot;quoted&quot; &lt;label&gt;");
});

test("a component without a file of its own is an error that names it", () => {
	const Stray = () => <p>Stray</p>;
	expect(() => renderToStaticMarkup(<Island when="visible">{<Stray />}</Island>)).toThrow(
		"Stray is no island: its file must be components/<Name>.island.tsx.",
	);
});
