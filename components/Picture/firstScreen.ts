import { toPlainText } from "../../content/plainText.ts";
import type { PictureValue, RichTextValue, TextValue } from "../../content/snapshot.ts";

/**
 * The window of a common phone (412 × 823), in CSS pixels: its height, the space above and below the title, the width of
 * the column.
 * https://web.dev/articles/lcp says how browsers compare texts with pictures.
 */
const phone = { height: 823, top: 114, width: 378 };

/**
 * Characters in a line of a title and of a lead, and pixels from one line to the next.
 * Leads are set in the system's font. Of the usual ones Roboto, Android's own, is the narrowest: it leaves most of the
 * window to the picture.
 */
const lines = {
	title: { latin: 24, cyrillic: 22, height: 40 },
	lead: { latin: 43, cyrillic: 33, height: 30 },
};

/** Part of the column that the lines of a paragraph fill, as the browser measures it. */
const filledShare = 0.9;

function heightOf(words: string, line: typeof lines.title): number {
	const characters = /[а-яё]/i.test(words) ? line.cyrillic : line.latin;
	return Math.ceil(words.length / characters) * line.height;
}

/**
 * Chooses the loading of the picture that stands beside a page's first words on wide screens, and below them on phones.
 * Returns `first` when the picture may be the largest paint of a phone's first screen, too. Being asked for early costs
 * little where a paragraph turns out to be larger; being asked for late delays the largest paint.
 * @param titles the title, a string for each part with lines of its own
 * @param lead the text between title and picture
 * @param place pixels between the words and the picture on a phone, and the picture's size there where it is cut
 */
export function loadingBeside(
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
