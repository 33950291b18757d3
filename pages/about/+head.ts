// https://vike.dev/meta: a setting of ours, see renderer/+config.ts
import { sizes } from "../../components/sizes.ts";
import { cutAtWord, toPlainText } from "../../content/plainText.ts";
import type { Snapshot } from "../../content/snapshot.ts";

/** The page's title and description. */
export function head({ about }: Snapshot) {
	return {
		title: about.title.value,
		description: cutAtWord(toPlainText(about.about ?? about.subtitle), 155),
		first: { picture: about.cover, sizes: sizes.portrait },
	};
}
