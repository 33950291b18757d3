import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Picture } from "./Picture.tsx";

const title = { value: "A leaf" };
const sources = [672, 900].map((width) => ({ src: `/media/0f-${width}.avif`, width }));
const size = { width: 900, height: 600 };
const photograph = { src: "/media/0f-672.jpg", srcWidth: 672, title, ...size, sources };
const drawing = { src: "/media/0f.svg", title: { value: "" }, width: 40, height: 20 };

const render = (props: Partial<Parameters<typeof Picture>[0]>) =>
	renderToStaticMarkup(<Picture picture={photograph} place="icon" {...props} />);

test("a photograph has AVIF files in all widths, and one JPEG", () => {
	expect(render({ loading: "afterWords", className: "banner" })).toBe(
		'<picture><source type="image/avif" srcSet="/media/0f-672.avif 672w, /media/0f-900.avif 900w" sizes="38px"/><img src="/media/0f-672.jpg" alt="A leaf" width="900" height="600" loading="lazy" fetchPriority="low" decoding="async" class="banner"/></picture>',
	);
});

test("a drawing is one file, loaded at once when first", () => {
	expect(render({ picture: drawing, fallbackName: { value: "Home" } })).toBe(
		'<picture><img src="/media/0f.svg" alt="Home" width="40" height="20" loading="lazy" decoding="async"/></picture>',
	);
	const first = render({ picture: drawing, loading: "afterWords" });
	expect(first).toContain('loading="eager" fetchPriority="low"');
});

test("a picture names its focus for the style sheet", () => {
	const picture = { ...drawing, focus: "top left" } as const;
	expect(render({ picture })).toContain(' data-focus="top left"');
});

test("a lazy photograph has automatic sizes", () => {
	expect(render({})).toContain(
		'sizes="auto, 38px"/><img src="/media/0f-672.jpg" srcSet="/media/0f-672.jpg 672w" sizes="auto"',
	);
});
