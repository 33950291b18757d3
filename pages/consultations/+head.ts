// https://vike.dev/meta: a setting of ours, see renderer/+config.ts
import { sizes } from "../../components/sizes.ts";
import { cutAtWord, toPlainText } from "../../content/plainText.ts";
import type { Snapshot } from "../../content/snapshot.ts";

/** The page's title and description. */
export function head({ consultations }: Snapshot) {
	return {
		title: consultations.title.value,
		description: cutAtWord(toPlainText(consultations.description), 155),
		first: { picture: consultations.cover, sizes: sizes.portrait },
	};
}
