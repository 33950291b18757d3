import { toPlainText } from "../content/plainText.ts";
import type { Entry, RichTextValue } from "../content/snapshot.ts";
import { RichText } from "./RichText.tsx";
import { Text } from "./Text.tsx";

type Props = {
	review: Pick<Entry<"review">, "name" | "age" | "review">;
	/** Said before an age by screen readers. */
	ageLabel: string;
};

/** By its length in characters. */
function sizeOf(review: RichTextValue): string | undefined {
	const { length } = toPlainText(review);
	if (length <= 90) return "brief";
	return length > 450 ? "long" : undefined;
}

/** What a client says, and who that is. */
export function Review({ review: { name, age, review }, ageLabel }: Props) {
	return (
		<>
			<blockquote className={sizeOf(review)}>
				<RichText of={review} headingLevel={3} />
			</blockquote>
			<p className="reviewer">
				<Text as="cite" of={name} />
				{age !== undefined && (
					<>
						, <span className="visually-hidden">{ageLabel}</span> <Text of={age} />
					</>
				)}
			</p>
		</>
	);
}
