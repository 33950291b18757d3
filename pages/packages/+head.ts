// https://vike.dev/meta: a setting of ours, see renderer/+config.ts
import { sizes } from "../../components/sizes.ts";
import { cutAtWord, toPlainText } from "../../content/plainText.ts";
import type { Snapshot } from "../../content/snapshot.ts";

/** The page's title and description. */
export function head({ navigation, packages }: Snapshot) {
	return {
		title: navigation.packages.value,
		description: cutAtWord(
			toPlainText(packages.packages.find(({ description }) => description)?.description ?? packages.helpText),
			155,
		),
		first: { picture: packages.packages[0]?.banner, sizes: sizes.card },
	};
}
