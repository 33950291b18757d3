import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Picture } from "./Picture.tsx";
import { findLargestFile } from "./pictureFiles.ts";

const photograph = {
	src: "/media/0f3a-768.jpg",
	title: { value: "A leaf" },
	width: 900,
	height: 600,
	widths: [400, 768, 900],
};

const render = (props: Partial<Parameters<typeof Picture>[0]>) =>
	renderToStaticMarkup(<Picture picture={photograph} sizes="50vw" {...props} />);

test("a photograph has AVIF files in all widths, and one JPEG", () => {
	const files = [400, 768, 900].map((width) => `/media/0f3a-${width}.avif ${width}w`).join(", ");
	expect(render({ loading: "afterWords", className: "banner" })).toBe(
		`<picture><source type="image/avif" srcSet="${files}" sizes="50vw"/><img src="/media/0f3a-768.jpg" alt="A leaf" width="900" height="600" loading="lazy" fetchPriority="low" decoding="async" class="banner"/></picture>`,
	);
});

const drawing = { src: "/media/0f3a.svg", title: { value: "" }, width: 40, height: 20 };

test("a drawing is one file, loaded at once when first", () => {
	expect(render({ picture: drawing, fallbackName: { value: "Home" } })).toBe(
		'<picture><img src="/media/0f3a.svg" alt="Home" width="40" height="20" loading="lazy" decoding="async"/></picture>',
	);
	expect(render({ picture: drawing, loading: "afterWords" })).toContain(
		'loading="eager" fetchPriority="low"',
	);
});

test("lazy pictures have automatic sizes, and first ones high priority", () => {
	const lazy = render({});
	expect(lazy).toContain(
		'sizes="auto, 50vw"/><img src="/media/0f3a-768.jpg" srcSet="/media/0f3a-768.jpg 768w" sizes="auto"',
	);
	expect(lazy).not.toContain("fetchPriority");
	const first = render({ loading: "first" });
	expect(first).toContain('loading="eager"');
	expect(first).toContain('fetchPriority="high"');
	expect(first).not.toContain("preload");
});

test("a logo that is hard to see has a backdrop", () => {
	const logo = { ...drawing, backdrop: "light" } as const;
	expect(render({ picture: logo })).toContain('class="backdrop backdrop-light"');
});

test("the largest file of a photograph is an AVIF file", () => {
	expect(findLargestFile(photograph)).toBe("/media/0f3a-900.avif");
	expect(findLargestFile(drawing)).toBe(drawing.src);
});
