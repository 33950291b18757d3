import { toPlainText } from "../content/plainText.ts";
import type { Entry, RichTextValue } from "../content/snapshot.ts";
import { RichText } from "./RichText.tsx";
import { Text } from "./Text.tsx";

type Props = {
	review: Pick<Entry<"review">, "name" | "age" | "review">;
	/** Said before an age by screen readers. */
	ageLabel: string;
};

/** The size of what is longer than a window: it scrolls in its place, and has to be reached by the keyboard (WCAG 2.1.1). */
const endless = "long endless";

/** By its length in characters. */
function sizeOf(review: RichTextValue): string | undefined {
	const { length } = toPlainText(review);
	if (length <= 90) return "brief";
	if (length > 1500) return endless;
	return length > 450 ? "long" : undefined;
}

/** What a client says, and who that is. */
export function Review({ review: { name, age, review }, ageLabel }: Props) {
	const size = sizeOf(review);
	return (
		<>
			<blockquote className={size} tabIndex={size === endless ? 0 : undefined}>
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
