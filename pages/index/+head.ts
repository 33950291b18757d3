// https://vike.dev/meta: a setting of ours, see renderer/+config.ts
import { sizes } from "../../components/sizes.ts";
import { cutAtWord, toPlainText } from "../../content/plainText.ts";
import type { Snapshot } from "../../content/snapshot.ts";

/** The page's title and description. */
export function head({ home }: Snapshot) {
	return {
		title: [home.heroTitle.value, home.heroTitleAccent?.value].filter(Boolean).join(" "),
		description: cutAtWord(toPlainText(home.heroDescription), 155),
		first: { picture: home.heroImages[0], sizes: sizes.heroFirst },
	};
}
