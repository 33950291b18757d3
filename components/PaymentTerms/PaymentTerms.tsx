import { Link } from "react-router";
import { sellsOnline } from "../../content/listServices.ts";
import { cancellationPolicyId, pages } from "../../content/pages.ts";
import type { RouteName } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { Text } from "../Text/Text.tsx";
import "../dotted.css";

/**
 * Note about paying and link to the cancellation policy, on pages that have payment buttons. Renders no link when the
 * policy is missing or has no title.
 */
export function PaymentTerms({ content, route }: { content: Snapshot; route: RouteName }) {
	const { cancellationPolicyTitle } = content.consultations;
	if (!sellsOnline(content, route) || !(cancellationPolicyTitle || content.appShell.paymentNote)) return null;
	return (
		<div className="dotted small-print">
			<Text as="p" text={content.appShell.paymentNote} />
			{cancellationPolicyTitle && (
				<p>
					<Link to={`${pages.consultations.path}#${cancellationPolicyId}`} discover="none" className="action">
						<Text text={cancellationPolicyTitle} />
					</Link>
				</p>
			)}
		</div>
	);
}
