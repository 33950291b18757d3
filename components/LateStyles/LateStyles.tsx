import lateStyles from "./late.css?url";

/** Link to the styles that a page's first section does not need. Chromium paints what is before it, and then reads on. */
export function LateStyles() {
	return <link rel="stylesheet" href={lateStyles} />;
}
