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
	const [tag = ""] = /^<site-island [^>]*>(?=<form )/.exec(html) ?? [];
	const attributes = new Map([...tag.matchAll(/ data-(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
	expect([attributes.get("name"), attributes.get("when")]).toEqual(["NewsletterForm", "interaction"]);
	const props = attributes.get("props")?.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">");
	expect(JSON.parse(props ?? "")).toEqual(form.props);
	expect(html).toContain("A &quot;quoted&quot; &lt;label&gt;");
});

test("a component without a file of its own is an error that names it", () => {
	const Stray = () => <p>Stray</p>;
	expect(() => renderToStaticMarkup(<Island when="visible">{<Stray />}</Island>)).toThrow(
		"Stray is no island: its file must be components/<Name>.island.tsx.",
	);
});
