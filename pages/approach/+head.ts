// https://vike.dev/meta: a setting of ours, see renderer/+config.ts
import { sizes } from "../../components/sizes.ts";
import { cutAtWord, toPlainText } from "../../content/plainText.ts";
import type { Snapshot } from "../../content/snapshot.ts";

/** The page's title and description. */
export function head({ approach, navigation }: Snapshot) {
	return {
		title: navigation.approach.value,
		description: cutAtWord(toPlainText(approach.approach), 155),
		first: { picture: approach.banner, sizes: sizes.banner },
	};
}
