import { toPlainText } from "../../content/plainText.ts";
import type { PictureValue, RichTextValue, TextValue } from "../../content/snapshot.ts";

/**
 * Window of a common phone (412 × 823), in CSS pixels: its height, the space above and below the title, and the width of the
 * column.
 * https://web.dev/articles/lcp explains how browsers compare texts with pictures.
 */
const phone = { height: 823, top: 114, width: 378 };

/**
 * Characters in a line of a title and of a lead, and height of a line in pixels. Leads use the system's font. Roboto, on
 * Android, is the narrowest common one, so it leaves most of the window to the picture.
 */
const lines = {
	title: { latin: 24, cyrillic: 22, height: 40 },
	lead: { latin: 43, cyrillic: 33, height: 30 },
};

/** Part of the column's width that a line of text fills on average. */
const filledShare = 0.9;

function heightOf(words: string, line: typeof lines.title): number {
	const characters = /[а-яё]/i.test(words) ? line.cyrillic : line.latin;
	return Math.ceil(words.length / characters) * line.height;
}

/**
 * Chooses how to load a picture that stands beside the first text on wide screens, and below it on phones. Returns `first` when
 * it may be the largest paint on a phone, too. When in doubt, an early request costs little, and a late one delays the largest
 * paint.
 * @param titles parts of the title, each on lines of its own
 * @param lead text between title and picture
 * @param place layout on phones, in pixels: the gap between text and picture, and the picture's size when it is cropped
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
	// Browsers compare each paragraph by itself.
	const leadHeights = blocks.map((block) => heightOf(toPlainText({ blocks: [block] }), lines.lead));
	const above = phone.top + sum(titleHeights) + sum(leadHeights) + gap;
	const visibleArea = Math.max(0, Math.min(height, phone.height - above)) * width;
	const largestText = Math.max(...titleHeights, ...leadHeights) * phone.width * filledShare;
	return visibleArea > largestText ? "first" : "firstWhenWide";
}

const sum = (heights: number[]): number => heights.reduce((total, height) => total + height, 0);
