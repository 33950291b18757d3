import type { Locale } from "../../content/locales.ts";
import type { Entry } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Text } from "../Text/Text.tsx";

type Props = { review: Entry<"review">; locale: Locale };

/** Client's name and age. Screen readers announce the age with a label. */
export function Reviewer({ review: { name, age }, locale }: Props) {
	return (
		<p>
			<Text as="cite" dir="auto" text={name} />
			{age !== undefined && (
				<>
					, <span className="visually-hidden">{words[locale].age}</span> <Text text={age} />
				</>
			)}
		</p>
	);
}
