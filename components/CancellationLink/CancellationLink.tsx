import { Link } from "react-router";
import { cancellationPolicyId, pages } from "../../content/pages.ts";
import { listShownRoutes } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { Text } from "../Text/Text.tsx";

/** Link to the cancellation policy. Renders nothing when the policy is missing or has no title. */
export function CancellationLink({ content }: { content: Snapshot }) {
	const { cancellationPolicyTitle } = content.consultations;
	if (!cancellationPolicyTitle || !listShownRoutes(content).includes("consultations")) return null;
	return (
		<p>
			<Link to={`${pages.consultations.path}#${cancellationPolicyId}`} discover="none" className="action">
				<Text text={cancellationPolicyTitle} />
			</Link>
		</p>
	);
}
