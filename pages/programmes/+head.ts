// https://vike.dev/meta: a setting of ours, see renderer/+config.ts
import { cutAtWord, toPlainText } from "../../content/plainText.ts";
import type { Snapshot } from "../../content/snapshot.ts";

/** The page's title and description. */
export function head({ programmes }: Snapshot) {
	return {
		title: programmes.title.value,
		description: cutAtWord(toPlainText(programmes.programmes.find(({ description }) => description)?.description), 155),
	};
}
