import { chooseReviews, type SellingPage } from "../../content/chooseReviews.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { RichText } from "../RichText/RichText.tsx";
import { Text } from "../Text/Text.tsx";
import { Reviewer } from "./Reviewer.tsx";
import "./ClientReview.css";
import "./quotation.css";

/** Review beside the offers of a selling page. */
export function ClientReview({ content, route }: { content: Snapshot; route: SellingPage }) {
	const review = chooseReviews(content)[route];
	if (!review) return null;
	return (
		<figure id={review.id} className="client-review quotation">
			<RichText as="blockquote" text={review.review} />
			<figcaption>
				<Reviewer review={review} content={content} />
				<Text as="p" text={content.home.reviewsNote} />
			</figcaption>
		</figure>
	);
}
