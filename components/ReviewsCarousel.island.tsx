import type { Entry } from "../content/snapshot.ts";
import { Carousel } from "./Carousel.tsx";
import { Review } from "./Review.tsx";

type Props = {
	reviews: Pick<Entry<"review">, "id" | "name" | "age" | "review">[];
	labelledBy: string;
	/** Said before an age by screen readers. */
	ageLabel: string;
	labels: { previous: string; next: string; page: string };
};

/** An island because arrows and dots follow the scroll position. What clients say, a page at a time. */
export function ReviewsCarousel({ reviews, labelledBy, ageLabel, labels }: Props) {
	const slides = reviews.map((review) => ({
		id: review.id,
		content: <Review review={review} ageLabel={ageLabel} />,
	}));
	return <Carousel labelledBy={labelledBy} labels={labels} slides={slides} />;
}
