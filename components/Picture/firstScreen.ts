import { toPlainText } from "../../content/plainText.ts";
import type { PictureValue, RichTextValue, TextValue } from "../../content/snapshot.ts";

/**
 * Layout of a page on a common phone with 412 × 823 CSS pixels: window height, space above and below the title, and
 * column width, in CSS pixels.
 */
const phone = { height: 823, top: 114, width: 378 };

/**
 * Estimated characters per line of titles and lead paragraphs, and line heights in pixels. Lead paragraphs are in the
 * system's font. The estimate is for Roboto, the narrowest common system font, in which texts take the least space.
 */
const lines = {
	title: { latin: 24, cyrillic: 22, height: 40 },
	lead: { latin: 43, cyrillic: 33, height: 30 },
};

/** Average share of the column's width that a line of text fills. */
const filledShare = 0.9;

function heightOf(words: string, line: typeof lines.title): number {
	const characters = /[а-яё]/i.test(words) ? line.cyrillic : line.latin;
	return Math.ceil(words.length / characters) * line.height;
}

/**
 * Chooses how to load a picture that is beside the first text on wide screens and below the text on phones. Returns
 * `first` when the picture may be the largest contentful paint on phones, too: https://web.dev/articles/lcp. Returns
 * `first` also in doubt, because an early request costs little, but a late request delays the largest paint.
 * @param titles parts of the title, each on its own line
 * @param lead text between title and picture
 * @param place layout on phones, in pixels: gap between text and picture, and the displayed size of a cropped picture
 */
export function chooseLoading(
	picture: PictureValue | undefined,
	titles: (TextValue | undefined)[],
	lead: RichTextValue | undefined,
	place: { gap: number; width?: number; height?: number } = { gap: 26 },
): "first" | "firstWhenWide" {
	if (!picture) return "firstWhenWide";
	const { gap, width = phone.width, height = (width * picture.height) / picture.width } = place;
	const titleHeights = titles.map((title) => heightOf(title?.value ?? "", lines.title));
	const blocks = lead?.blocks ?? [];
	// Only a single paragraph can be the largest contentful paint, so the height of each one is estimated separately.
	const leadHeights = blocks.map((block) => heightOf(toPlainText({ blocks: [block] }), lines.lead));
	const above = phone.top + sum(titleHeights) + sum(leadHeights) + gap;
	const visibleArea = Math.max(0, Math.min(height, phone.height - above)) * width;
	const largestText = Math.max(...titleHeights, ...leadHeights) * phone.width * filledShare;
	return visibleArea > largestText ? "first" : "firstWhenWide";
}

const sum = (heights: number[]): number => heights.reduce((total, height) => total + height, 0);
