import type { Review } from "../content/snapshot.ts";
import { Carousel } from "./Carousel.tsx";
import { RichText } from "./RichText.tsx";
import { Text } from "./Text.tsx";

type Props = {
	reviews: Pick<Review, "id" | "name" | "age" | "review">[];
	labelledBy: string;
	/** Said before an age by screen readers. */
	ageLabel: string;
	labels: { previous: string; next: string; page: string };
};

/** An island because arrows and dots follow the scroll position. What clients say, a page at a time. */
export function ReviewsCarousel({ reviews, labelledBy, ageLabel, labels }: Props) {
	const slides = reviews.map(({ id, name, age, review }) => ({
		id,
		content: (
			<>
				<blockquote>
					<RichText of={review} headingLevel={3} />
				</blockquote>
				<p className="reviewer">
					<Text as="cite" of={name} />
					{age !== undefined && (
						<>
							, <span className="visually-hidden">{ageLabel}</span> {typeof age === "number" ? age : <Text of={age} />}
						</>
					)}
				</p>
			</>
		),
	}));
	return <Carousel labelledBy={labelledBy} labels={labels} slides={slides} />;
}
