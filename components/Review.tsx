import type { Entry } from "../content/snapshot.ts";
import { RichText } from "./RichText.tsx";
import { Text } from "./Text.tsx";

type Props = {
	review: Pick<Entry<"review">, "name" | "age" | "review">;
	/** Said before an age by screen readers. */
	ageLabel: string;
};

/** What a client says, and who that is. */
export function Review({ review: { name, age, review }, ageLabel }: Props) {
	return (
		<>
			<blockquote>
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
