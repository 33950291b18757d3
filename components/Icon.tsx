import "./Icon.css";

/** Drawn for this site on a grid of 24, in strokes of the text's colour. */
const paths = {
	chevron: "m6 9 6 6 6-6",
	clock: "M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z",
	arrow: "M5 12h14m-6-6 6 6-6 6",
	menu: "M4 7h16M4 12h16M4 17h16",
	check: "m5 12.5 4.5 4.5L19 7",
};

/** An ornament beside a text that says the same, so it is hidden from screen readers. */
export function Icon({ name }: { name: keyof typeof paths }) {
	return (
		<svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
			<path d={paths[name]} />
		</svg>
	);
}
