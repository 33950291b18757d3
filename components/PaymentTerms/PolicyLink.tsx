import { Link } from "react-router";
import { cancellationPolicyId, pages } from "../../content/pages.ts";
import type { Snapshot, TextValue } from "../../content/snapshot.ts";
import { Text } from "../Text/Text.tsx";

type Props = {
	content: Snapshot;
	/** Text of the link. By default, it is the title of the policy. */
	label?: TextValue;
};

/** Link to the cancellation policy. Renders nothing when there is no policy, or no text for the link. */
export function PolicyLink({ content, label }: Props) {
	const { cancellationPolicyTitle, cancellationPolicyDescription } = content.consultations;
	const text = label ?? cancellationPolicyTitle;
	if (!text || !(cancellationPolicyTitle || cancellationPolicyDescription)) return null;
	return (
		<p>
			<Link to={`${pages.consultations.path}#${cancellationPolicyId}`} discover="none" className="action">
				<Text text={text} />
			</Link>
		</p>
	);
}
