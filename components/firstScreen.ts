import { toPlainText } from "../content/plainText.ts";
import type { PictureValue, RichTextValue, TextValue } from "../content/snapshot.ts";

/** Pixels of a common phone's window, of the bar and the space on top, and of what stands side by side. */
const phone = { height: 823, top: 100, width: 378 };
/** Characters in a line of a title or a lead on such a phone, Latin and Cyrillic, and pixels from one line to the next. */
const lines = { title: { latin: 21, cyrillic: 20, height: 40 }, lead: { latin: 32, cyrillic: 27, height: 30 } };

const heightOf = (words: string, line: typeof lines.title) =>
	Math.ceil(words.length / (/[а-яё]/i.test(words) ? line.cyrillic : line.latin)) * line.height;

/**
 * How the picture is loaded that stands beside a page's first words on wide screens, and under them on phones: before all
 * else where it is likely to be the largest thing of the first screen on both, since that is what a visitor waits for.
 * @param text what stands between title and picture
 * @param place pixels between the words and the picture on a phone, and its size there where it is cut
 */
export function loadingBeside(
	picture: PictureValue | undefined,
	title: TextValue,
	text: RichTextValue | undefined,
	place: { gap: number; width?: number; height?: number } = { gap: 30 },
): "first" | "firstWhenWide" {
	if (!picture) return "firstWhenWide";
	const { gap, width = phone.width, height = (width * picture.height) / picture.width } = place;
	const words = heightOf(toPlainText(text), lines.lead);
	const above = phone.top + heightOf(title.value, lines.title) + words + gap;
	const seen = Math.min(height, phone.height - above) * width;
	return seen > words * phone.width ? "first" : "firstWhenWide";
}
