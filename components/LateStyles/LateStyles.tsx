import lateStyles from "./late.css?url";

/**
 * Script that does nothing. It blocks the parser until the style sheet before it has arrived. Without it, Firefox and
 * Safari would show what follows unstyled. It is a space, because browsers skip empty scripts.
 */
export const pauseScript = " ";

/** Link to the styles that a page's first section does not need. Browsers show what is before it, and then read on. */
export function LateStyles() {
	return (
		<>
			<link rel="stylesheet" href={lateStyles} />
			<script dangerouslySetInnerHTML={{ __html: pauseScript }} />
		</>
	);
}
