type Size = { width: number; height: number };

/** Width of the text column on phones. */
const column = "calc(96.8vw - 20px)";

/** Media query of phones with at least 1.5 device pixels per CSS pixel. */
const densePhone = "(max-width: 768px) and (min-resolution: 1.5dppx)";

/**
 * Returns a `sizes` value. Understates the width for phones with dense screens, so that they load smaller files.
 * @param phone displayed width on phones, as a CSS length
 * @param others `sizes` value for wider screens
 */
const firstScreen = (phone: string, others: string) =>
	`${densePhone} calc(0.56 * ${phone}), (max-width: 768px) ${phone}, ${others}`;

/** Width of a card's picture on phones, including the cropped parts. */
const phoneCard = ({ width, height }: Size) => `(max-width: 687px) ${Math.round(77 * Math.max(1, width / height))}px`;

const portrait = firstScreen(column, "(max-width: 1224px) calc(37.8vw - 14px), 446px");

/** Values of the `sizes` attribute. Each follows from the style sheet of the place that shows the picture. */
export const sizes = {
	/**
	 * Picture that covers a box of 100vw × clamp(178px, 36vw, 260px). The value includes the cropped parts of the
	 * picture.
	 */
	banner: ({ width, height }: Size) => {
		const ratio = width / height;
		const low = `max(100vw, ${Math.round(178 * ratio)}px, ${Math.round(36 * ratio)}vw)`;
		// 36vw of 722px are 260px.
		return `${densePhone} calc(0.56 * ${low}), (max-width: 722px) ${low}, max(100vw, ${Math.round(260 * ratio)}px)`;
	},
	/** Width of the first picture on the home page, before its sides are cropped. */
	heroFirst: firstScreen("calc(86vw - 18px)", "(max-width: 1415px) calc(45.8vw - 18px), 540px"),
	heroOther: "(max-width: 768px) calc(36.3vw - 8px), (max-width: 1415px) calc(19.3vw - 8px), 228px",
	/** Picture that has a third of the column on wide screens, and is hidden on others. */
	third: "(max-width: 1224px) calc(30.7vw - 25px), 356px",
	/** Picture beside a checklist of `count` items. On very wide screens, it covers a box that is as high as the list. */
	checklist: ({ width, height }: Size, count: number) => {
		// Heights of the title and of an item with one line, in pixels.
		const listHeight = 100 + 52 * count;
		const wide = Math.round(Math.max(557, (listHeight * width) / height));
		return `(max-width: 768px) ${column}, (max-width: 1224px) calc(47.2vw - 18px), ${wide}px`;
	},
	portrait,
	/**
	 * Picture of a card: a box of 77 × 77 px on phones, and a strip above name and price on wider screens, which is widest
	 * in a row of two cards. The value includes the cropped parts of the picture on phones.
	 */
	card: (picture: Size) =>
		`${phoneCard(picture)}, (max-width: 999px) calc(97vw - 319px), (max-width: 1224px) calc(48.4vw - 23px), 566px`,
	/** Picture of the first of at least three cards, for a picture that is not lazy: in a row of three, or of four. */
	firstCard: (picture: Size) =>
		`${phoneCard(picture)}, (max-width: 999px) calc(48.4vw - 23px), (max-width: 1224px) calc(30.6vw - 7px), 367px`,
	/** Picture of a commitment. On wide screens, the width of those in a row of two. A single one is wider. */
	commitment: `(max-width: 704px) 88px, (max-width: 992px) ${column}, 558px`,
	/**
	 * Picture that covers a box of 85 × 106 px, of 102 × 128 px, or on wide home pages of 153 × 191 px. The value includes
	 * the cropped parts of the picture.
	 */
	byline: ({ width, height }: Size, isLarge: boolean) => {
		const widthOf = (boxWidth: number, boxHeight: number) =>
			`${Math.round(Math.max(boxWidth, (boxHeight * width) / height))}px`;
		const small = `(max-width: 479px) ${widthOf(85, 106)}`;
		if (!isLarge) return `${small}, ${widthOf(102, 128)}`;
		return `${small}, (max-width: 999px) ${widthOf(102, 128)}, ${widthOf(153, 191)}`;
	},
	certificate: "(min-width: 769px) and (max-width: 1088px) 29vw, 172px",
	/** Picture of a certificate beside the heading, for pages with few certificates. */
	largeCertificate: "(max-width: 768px) 46vw, 221px",
	/** Picture beside a programme's title, while the programme's section is closed. */
	thumbnail: "clamp(77px, 18vw, 119px)",
	/** Picture in the expanded section of a programme. */
	cover: `(max-width: 960px) calc(48.4vw - 17px), (max-width: 1224px) calc(23.6vw - 16px), 272px`,
	/** Portrait of the About page, which is beside other texts on tablets, too. */
	aboutPortrait: `(min-width: 480px) and (max-width: 768px) calc(38.7vw - 22px), ${portrait}`,
	example: `(max-width: 617px) ${column}, 578px`,
	/** Picture inside formatted text. */
	figure: `(max-width: 600px) ${column}, 561px`,
	logo: "240px",
	icon: "38px",
};

/** Media query of wide screens, on which pictures are beside texts. */
export const wideScreen = "(min-width: 769px)";
