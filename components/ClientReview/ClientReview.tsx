import { chooseReviews, type ReviewPage } from "../../content/chooseReviews.ts";
import { keepFirstSentence, toPlainText } from "../../content/plainText.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { RichText } from "../RichText/RichText.tsx";
import { Text } from "../Text/Text.tsx";
import { Reviewer } from "./Reviewer.tsx";
import "./ClientReview.css";
import "./quotation.css";

/** Maximum length of a review in large letters, in characters. */
const maxBriefLength = 100;

/** Maximum length of a review and the sentence below it that fit into a column as narrow as a card, in characters. */
const maxNarrowLength = 400;

/**
 * Review that a page shows with its content. Selling pages have it after their first offer, so that the first price is
 * in a phone's first screen. Renders nothing when no review is left. Only the home page shows the whole note on reviews,
 * which can be longer than a review.
 */
export function ClientReview({ content, route }: { content: Snapshot; route: ReviewPage }) {
	const review = chooseReviews(content)[route];
	if (!review) return null;
	const note = content.home.reviewsNote && keepFirstSentence(content.home.reviewsNote);
	const length = toPlainText(review.review).length;
	const classes = ["client-review", "quotation"];
	if (length <= maxBriefLength) classes.push("brief");
	if (length + (note?.value.length ?? 0) > maxNarrowLength) classes.push("long");
	return (
		<figure id={review.id} className={classes.join(" ")}>
			<blockquote>
				<RichText text={review.review} />
			</blockquote>
			<figcaption>
				<p>
					<Reviewer review={review} locale={content.locale} />
				</p>
				<Text as="p" text={note} />
			</figcaption>
		</figure>
	);
}
