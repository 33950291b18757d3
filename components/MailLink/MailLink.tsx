import type { TextValue } from "../../content/snapshot.ts";
import { Text } from "../Text/Text.tsx";

type Props = { email: string; label: TextValue; className?: string };

/** A link that opens a new message to the practice. */
export function MailLink({ email, label, className }: Props) {
	// Characters that a mailto address cannot contain are encoded (RFC 6068, section 2).
	const address = encodeURIComponent(email).replace(/%(?:40|2B|24|2C|3A|3B)/g, decodeURIComponent);
	return (
		<a href={`mailto:${address}`} className={className}>
			<Text of={label} />
		</a>
	);
}
