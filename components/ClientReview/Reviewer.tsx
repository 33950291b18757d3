import type { Entry, Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Text } from "../Text/Text.tsx";

type Props = { review: Entry<"review">; content: Snapshot };

/** Client's name and age. Screen readers announce the age with a label. */
export function Reviewer({ review: { name, age }, content }: Props) {
	return (
		<p>
			<Text as="cite" dir="auto" text={name} />
			{age !== undefined && (
				<>
					, <span className="visually-hidden">{words[content.locale].age}</span> <Text text={age} />
				</>
			)}
		</p>
	);
}
