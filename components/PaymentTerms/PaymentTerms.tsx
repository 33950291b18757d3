import { Link } from "react-router";
import {
	cancellationPolicyId,
	pageFacts,
	type RouteName,
	sellsOnline,
} from "../../content/pages.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Text } from "../Text/Text.tsx";
import "./PaymentTerms.css";

/** Note about paying and link to the cancellation policy, on pages that have payment buttons. */
export function PaymentTerms({ content, route }: { content: Snapshot; route: RouteName }) {
	const { cancellationPolicyTitle, cancellationPolicyDescription } = content.consultations;
	const hasPolicy =
		cancellationPolicyTitle !== undefined || cancellationPolicyDescription !== undefined;
	if (!sellsOnline(content, pageFacts[route]) || !(hasPolicy || content.appShell.paymentNote))
		return null;
	const policy = cancellationPolicyTitle ?? { value: words[content.locale].cancellationPolicy };
	return (
		<p className="payment-terms small-print">
			<Text as="span" text={content.appShell.paymentNote} />{" "}
			{hasPolicy && (
				<Link to={`${pageFacts.consultations.path}#${cancellationPolicyId}`} discover="none">
					<Text text={policy} />
				</Link>
			)}
		</p>
	);
}
