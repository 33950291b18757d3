import { chooseReviews, type ReviewPage } from "../../content/chooseReviews.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { hasAboutPage, Practitioner } from "../Practitioner/Practitioner.tsx";
import { Reviewer } from "../Reviewer/Reviewer.tsx";
import { RichText } from "../RichText/RichText.tsx";
import { Text } from "../Text/Text.tsx";
import "./ClientReview.css";
import "./Meet.css";

type Props = { content: Snapshot; route: ReviewPage };

/**
 * The practitioner and one review, side by side on wide screens, for pages that sell. Renders nothing when the site has
 * neither.
 */
export function Meet({ content, route }: Props) {
	const review = chooseReviews(content)[route];
	if (!review && !hasAboutPage(content)) return null;
	return (
		<div className="meet">
			<Practitioner content={content} />
			{review && (
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
			)}
		</div>
	);
}
