/** Width of the text column on phones. */
const column = "calc(96.8vw - 20px)";

/** Media query of phones with at least 1.5 device pixels per CSS pixel. */
const densePhone = "(max-width: 480px) and (min-resolution: 1.5dppx)";

/**
 * Width of the text column on phones with dense screens. Understated, because on them a file for two device pixels looks
 * the same as one for three.
 */
const denseColumn = `${densePhone} calc(0.56 * ${column})`;

/** Values of the `sizes` attribute, by the place of a picture in the layout. */
export const sizesByPlace = {
	/** Picture across the window. Understated like `denseColumn`. */
	banner: `${densePhone} 52vw, 100vw`,
	/** Picture beside a text on wide screens, and as wide as the column on phones. */
	half: `${denseColumn}, (max-width: 768px) ${column}, (max-width: 1224px) 46vw, 560px`,
	quarter: "(max-width: 768px) 36vw, (max-width: 1224px) 19vw, 230px",
	/** Picture of a card, of at least 17rem. */
	card: `${denseColumn}, (max-width: 640px) ${column}, 400px`,
	byline: "136px",
	certificate: "(max-width: 480px) 46vw, 240px",
	/** Picture inside formatted text. */
	figure: `(max-width: 600px) ${column}, 561px`,
	logo: "240px",
	icon: "38px",
};

/** Media query of wide screens, on which pictures are beside texts. */
export const wideScreen = "(min-width: 769px)";
