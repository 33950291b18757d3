import lateStyles from "./late.css?url";

/** Script that does nothing. Browsers run it, and read what is behind it, when the styles before it have arrived. */
export const pauseScript = " ";

/**
 * Link to the styles that a page's first section does not need. Browsers show what is before it, and then read on.
 * Firefox and Safari would show the rest without its styles, if there was no script.
 */
export function LateStyles() {
	return (
		<>
			<link rel="stylesheet" href={lateStyles} />
			<script dangerouslySetInnerHTML={{ __html: pauseScript }} />
		</>
	);
}
