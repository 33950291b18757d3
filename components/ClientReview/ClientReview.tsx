import { chooseReviews, type ReviewPage } from "../../content/chooseReviews.ts";
import { toPlainText } from "../../content/plainText.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { RichText } from "../RichText/RichText.tsx";
import { Text } from "../Text/Text.tsx";
import { Reviewer } from "./Reviewer.tsx";
import "./ClientReview.css";

type Props = { content: Snapshot; route: ReviewPage };

/** Maximum length of a review that phones show above the offers, in characters: about four lines. */
const maxShortLength = 120;

/** Review that a page shows beside its content. Renders nothing when no review is left for the page. */
export function ClientReview({ content, route }: Props) {
	const review = chooseReviews(content)[route];
	if (!review) return null;
	const isShort = toPlainText(review.review).length <= maxShortLength;
	return (
		<figure id={review.id} className={isShort ? "client-review short" : "client-review"}>
			<blockquote>
				<RichText text={review.review} />
			</blockquote>
			<figcaption>
				<p>
					<Reviewer review={review} locale={content.locale} />
				</p>
				<Text as="p" text={content.home.reviewsNote} />
			</figcaption>
		</figure>
	);
}
