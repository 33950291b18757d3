import { chooseReviews, type ReviewPage, shortenReview } from "../../content/chooseReviews.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { RichText } from "../RichText/RichText.tsx";
import { Text } from "../Text/Text.tsx";
import { Reviewer } from "./Reviewer.tsx";
import "./ClientReview.css";

type Props = { content: Snapshot; route: ReviewPage };

/** Review that a page shows beside its content, or its beginning. Renders nothing when no review is left for the page. */
export function ClientReview({ content, route }: Props) {
	const review = chooseReviews(content)[route];
	if (!review) return null;
	const beginning = shortenReview(review);
	return (
		<figure id={review.id} className="client-review">
			<blockquote>{beginning ? <Text as="p" text={beginning} /> : <RichText text={review.review} />}</blockquote>
			<figcaption>
				<p>
					<Reviewer review={review} locale={content.locale} />
				</p>
				<Text as="p" text={content.home.reviewsNote} />
			</figcaption>
		</figure>
	);
}
