import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Carousel } from "./Carousel.tsx";

const labels = { previous: "Previous", next: "Next", page: "Page {page} of {count}" };

test.each(["1em", "1px 2px"])("the scroll length %j throws an error that contains it", (length) => {
	for (const lengths of [{ scrollPadding: length }, { scrollMargin: length }]) {
		const carousel = <Carousel labelledBy="title" labels={labels} slides={[]} {...lengths} />;
		const message = `Unsupported scroll padding or margin: "${length}".`;
		expect(() => renderToStaticMarkup(carousel)).toThrow(message);
	}
});
