import { chooseReviews, type ReviewPage } from "../../content/chooseReviews.ts";
import { toPlainText } from "../../content/plainText.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { RichText } from "../RichText/RichText.tsx";
import { Text } from "../Text/Text.tsx";
import { Reviewer } from "./Reviewer.tsx";
import "./ClientReview.css";

type ReviewLength = "short" | "long";

type Props = { content: Snapshot; route: ReviewPage; only?: ReviewLength | undefined };

/** Maximum length of a short review, in characters: about five lines on a phone. */
const maxShortLength = 160;

/**
 * Review that a page shows beside its content. Renders nothing when no review is left for the page, or the review is not
 * of the length `only`.
 */
export function ClientReview({ content, route, only }: Props) {
	const review = chooseReviews(content)[route];
	if (!review) return null;
	const length: ReviewLength = toPlainText(review.review).length <= maxShortLength ? "short" : "long";
	if (only && length !== only) return null;
	return (
		<figure id={review.id} className="client-review">
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
