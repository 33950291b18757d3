import { chooseReviews, type ReviewPage } from "../../content/chooseReviews.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { ClientReview } from "../ClientReview/ClientReview.tsx";
import { hasAboutPage, Practitioner } from "../Practitioner/Practitioner.tsx";
import "./Meet.css";

type Props = { content: Snapshot; route: ReviewPage };

/**
 * The practitioner and one review, side by side on wide screens, for pages that sell. Renders nothing when the site has
 * neither.
 */
export function Meet({ content, route }: Props) {
	const hasReview = chooseReviews(content)[route] !== undefined;
	if (!hasReview && !hasAboutPage(content)) return null;
	return (
		<div className="meet">
			<Practitioner content={content} />
			<ClientReview content={content} route={route} />
		</div>
	);
}
