import { sellsOnline } from "../../content/listServices.ts";
import type { RouteName } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { Text } from "../Text/Text.tsx";
import { PolicyLink } from "./PolicyLink.tsx";
import "../dotted.css";

/** Note about paying and link to the cancellation policy, on pages that have payment buttons. */
export function PaymentTerms({ content, route }: { content: Snapshot; route: RouteName }) {
	const { cancellationPolicyTitle } = content.consultations;
	if (!sellsOnline(content, route) || !(cancellationPolicyTitle || content.appShell.paymentNote)) return null;
	return (
		<div className="dotted small-print">
			<Text as="p" text={content.appShell.paymentNote} />
			<PolicyLink content={content} />
		</div>
	);
}
