import lateStyles from "./late.css?url";

/**
 * Link to the styles that no first screen needs. A page has it behind what its first screen shows, which Chromium paints
 * before it reads on.
 */
export function LateStyles() {
	return <link rel="stylesheet" href={lateStyles} />;
}
