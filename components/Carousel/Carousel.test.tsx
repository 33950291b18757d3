import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Carousel } from "./Carousel.tsx";

const labels = { previous: "Previous", next: "Next", page: "Page {page} of {count}" };
const slides = [{ key: "first", content: "One" }];
const render = (lengths: { scrollPadding?: string; scrollMargin?: string }) =>
	renderToStaticMarkup(<Carousel labelledBy="title" labels={labels} slides={slides} {...lengths} />);

test.each(["1.5px", "2.25%"])("the scroll length %s is accepted", (value) => {
	const html = render({ scrollPadding: value, scrollMargin: value });
	expect(html).toContain(`data-scroll-padding="${value}" data-scroll-margin="${value}"`);
	expect(render({})).toContain('<li class="swiper-slide">One');
});

test.each(["1em", "1px 2px"])("the scroll length %j throws an error that contains it", (value) => {
	const named = `Unsupported scroll padding or margin: "${value}".`;
	expect(() => render({ scrollPadding: value })).toThrow(named);
	expect(() => render({ scrollMargin: value })).toThrow(named);
});

test("the list of dots is hidden until the script adds dots", () => {
	expect(render({})).toContain('<ol data-part="dots" data-label="Page {page} of {count}" hidden="">');
});

test("the controls of a carousel with one slide are hidden", () => {
	const renderSlides = (count: number) => {
		const many = Array.from({ length: count }, (_, index) => ({ key: `slide-${index}`, content: "One" }));
		return renderToStaticMarkup(<Carousel labelledBy="title" labels={labels} slides={many} />);
	};
	expect(renderSlides(1)).toContain('<div data-part="controls" hidden="">');
	expect(renderSlides(2)).toContain('<div data-part="controls">');
});
