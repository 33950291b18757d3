import { chooseReviews, type ReviewPage } from "../../content/chooseReviews.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { ClientReview, type ReviewLength } from "../ClientReview/ClientReview.tsx";
import { hasAboutPage, Practitioner } from "../Practitioner/Practitioner.tsx";
import "./Meet.css";

type Props = { content: Snapshot; route: ReviewPage; reviewLength?: ReviewLength };

/**
 * The practitioner and one review, side by side on wide screens, for pages that sell. Renders nothing when the site has
 * neither. With `reviewLength`, the page renders a review of the other length itself.
 */
export function Meet({ content, route, reviewLength }: Props) {
	const hasReview = chooseReviews(content)[route] !== undefined;
	if (!hasReview && !hasAboutPage(content)) return null;
	return (
		<div className="meet">
			<Practitioner content={content} />
			<ClientReview content={content} route={route} only={reviewLength} />
		</div>
	);
}
