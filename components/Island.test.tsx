import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Island } from "./Island.tsx";
import { ReviewsCarousel } from "./ReviewsCarousel.island.tsx";

test("an island is complete HTML, with what the browser needs to take it over", () => {
	const carousel = (
		<ReviewsCarousel
			reviews={[{ id: "a", name: { value: 'A "quoted" <name>' }, age: 40, review: { blocks: [] } }]}
			labelledBy="title"
			ageLabel="age"
			labels={{ previous: "Previous", next: "Next", page: "Page {page} of {count}" }}
		/>
	);
	const html = renderToStaticMarkup(<Island>{carousel}</Island>);
	const [tag = ""] = /^<site-island [^>]*>(?=<div class="carousel")/.exec(html) ?? [];
	const attributes = new Map([...tag.matchAll(/ data-(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
	expect(attributes.get("name")).toBe("ReviewsCarousel");
	const props = attributes.get("props")?.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">");
	expect(JSON.parse(props ?? "")).toEqual(carousel.props);
	expect(html).toContain("A &quot;quoted&quot; &lt;name&gt;");
});

test("a component without a file of its own is an error that names it", () => {
	const Stray = () => <p>Stray</p>;
	expect(() => renderToStaticMarkup(<Island>{<Stray />}</Island>)).toThrow(
		"Stray is no island: its file must be components/<Name>.island.tsx.",
	);
});
