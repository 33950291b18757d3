type Size = { width: number; height: number };

/** Width of the page's column in narrow windows. */
const column = "calc(96.8vw - 20px)";

/** Media query of phones with at least 2.5 device pixels in a CSS pixel. */
const densePhone = "(max-width: 768px) and (min-resolution: 2.5dppx)";

/**
 * Returns the sizes of a picture of the first screen. Dense phones are told half the width, and so load the file for a density
 * of 2 (672 pixels, at most 20 KB): more pixels can hardly be told on them, and delay the largest paint.
 * @param phone width on phones
 */
const firstScreen = (phone: string, others: string) =>
	`${densePhone} calc(0.56 * ${phone}), (max-width: 768px) ${phone}, ${others}`;

/**
 * Displayed widths of pictures, for the `sizes` attribute. They follow from renderer/base.css. Browsers that support
 * `sizes="auto"` use them only for pictures that load before the layout is known. Other browsers use them always.
 */
export const sizes = {
	/** Returns the sizes of a banner, which is as wide as the viewport and cropped to 36 % of its width, or to 178 px on phones. */
	banner: ({ width, height }: Size) => {
		const ratio = width / height;
		const displayed = `max(100vw, ${Math.round(178 * ratio)}px, ${Math.round(36 * ratio)}vw)`;
		return `${densePhone} calc(0.56 * ${displayed}), ${displayed}`;
	},
	/** First picture of the home page, which is cropped: its displayed width is a little larger than its place. */
	heroFirst: firstScreen("calc(86vw - 18px)", "(max-width: 1415px) calc(45.8vw - 18px), 540px"),
	heroOther: "(max-width: 768px) calc(36.3vw - 8px), (max-width: 1415px) calc(19.3vw - 8px), 228px",
	/** Picture beside a text. */
	half: `(max-width: 768px) ${column}, (max-width: 1224px) calc(47.2vw - 18px), 557px`,
	portrait: firstScreen(column, "(max-width: 1224px) calc(37.8vw - 14px), 446px"),
	/** Picture of a card, in rows of at most three. */
	card: `(max-width: 687px) ${column}, (max-width: 1060px) calc(47.2vw - 19px), (max-width: 1224px) calc(30.7vw - 18px), 354px`,
	/** Picture of a commitment: on phones small beside its text, on larger screens above its text in rows of two to four. */
	commitment:
		"(max-width: 768px) 94px, (max-width: 1012px) calc(46.8vw - 14px), (max-width: 1224px) calc(22.3vw - 5px), 266px",
	certificate: "172px",
	/** Picture of a closed programme. */
	thumbnail: "112px",
	/** Picture of an opened programme. */
	cover: `(max-width: 960px) calc(48.4vw - 17px), (max-width: 1224px) calc(23.6vw - 16px), 272px`,
	/** Picture of the functional tests, cropped at its sides on phones. */
	example: `(max-width: 768px) calc(129vw - 27px), (max-width: 1005px) ${column}, 952px`,
	/** Picture inside formatted text. */
	figure: `(max-width: 600px) ${column}, 561px`,
	logo: "240px",
	icon: "38px",
};

/** Media query of screens on which pictures stand beside texts. */
export const wideScreen = "(min-width: 769px)";
