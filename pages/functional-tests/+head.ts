// https://vike.dev/meta: a setting of ours, see renderer/+config.ts
import { cutAtWord, toPlainText } from "../../content/plainText.ts";
import type { Snapshot } from "../../content/snapshot.ts";

/** The page's title and description. */
export function head({ functionalTests }: Snapshot) {
	return {
		title: functionalTests.functionalTestsTitle.value,
		description: cutAtWord(toPlainText(functionalTests.functionalTestsDescription), 155),
	};
}
