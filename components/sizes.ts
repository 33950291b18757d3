/**
 * How wide pictures are shown, place by place, for the `sizes` of their files: what renderer/base.css makes of them. A
 * browser that knows the layout (lazy pictures, `auto`) goes by that; for the others, and for what is loaded before the
 * layout is known, these must be right.
 */
const column = "calc(96.8vw - 20px)";
const half = `(max-width: 768px) ${column}, (max-width: 1224px) calc(47.2vw - 18px), 560px`;

export const sizes = {
	/** As wide as the window. */
	banner: "100vw",
	/** The first of the home page is cut to the height of those beside it: more of it is needed than is seen, on phones a little less than that for the sake of weight. */
	heroFirst: "(max-width: 768px) 102vw, (max-width: 1224px) 57vw, 710px",
	heroOther: "(max-width: 768px) calc(38.7vw - 13px), (max-width: 1224px) calc(18.9vw - 13px), 219px",
	/** Beside a text. */
	half,
	portrait: `(max-width: 768px) ${column}, (max-width: 1224px) calc(37.8vw - 14px), 448px`,
	/** In rows of three at most. */
	card: `(max-width: 680px) ${column}, (max-width: 1038px) calc(47.4vw - 17px), (max-width: 1224px) calc(30.9vw - 15px), 363px`,
	/** In rows of four at most. */
	tile: `(max-width: 572px) ${column}, (max-width: 873px) calc(47.4vw - 17px), (max-width: 1187px) calc(30.9vw - 15px), 264px`,
	/** Of a programme. */
	cover: `(max-width: 371px) ${column}, 340px`,
	/** Across a page's wide column. */
	example: `(max-width: 952px) ${column}, 893px`,
	/** In a text. */
	figure: `(max-width: 758px) ${column}, 714px`,
	logo: "240px",
	icon: "38px",
};
