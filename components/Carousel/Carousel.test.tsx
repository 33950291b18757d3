import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Carousel } from "./Carousel.tsx";

const labels = { previous: "Previous", next: "Next", page: "Page {page} of {count}" };
const slides = ["One", "Two"].map((content) => ({ key: content, content }));
const render = (lengths: { scrollPadding?: string; scrollMargin?: string } = {}) =>
	renderToStaticMarkup(
		<Carousel labelledBy="title" labels={labels} slides={slides} {...lengths} />,
	);

test.each(["1.5px", "2.25%"])("the scroll length %s is accepted", (value) => {
	const html = render({ scrollPadding: value, scrollMargin: value });
	expect(html).toContain(`data-scroll-padding="${value}" data-scroll-margin="${value}"`);
});

test.each(["1em", "1px 2px"])("the scroll length %j throws an error that contains it", (value) => {
	const named = `Unsupported scroll padding or margin: "${value}".`;
	expect(() => render({ scrollPadding: value })).toThrow(named);
	expect(() => render({ scrollMargin: value })).toThrow(named);
});
