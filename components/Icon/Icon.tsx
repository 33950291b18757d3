import "./Icon.css";

/** SVG paths of the icons, made for this site, on a grid of 24 × 24. */
const paths = {
	chevron: "m6 9 6 6 6-6",
	clock: "M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z",
	arrow: "M5 12h14m-6-6 6 6-6 6",
	menu: "M4 7h16M4 12h16M4 17h16",
	mail: "M4 6h16v12H4zm0 1 8 6 8-6",
	close: "m6 6 12 12M18 6 6 18",
};

/** Decorative icon, hidden from screen readers, because the text beside it has the same meaning. */
export function Icon({ name }: { name: keyof typeof paths }) {
	return (
		<svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
			<path d={paths[name]} />
		</svg>
	);
}
