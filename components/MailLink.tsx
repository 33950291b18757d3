import type { TextValue } from "../content/snapshot.ts";
import { Text } from "./Text.tsx";

type Props = { email: string; label: TextValue; className?: string };

/** A link that opens a new message to the practice. */
export function MailLink({ email, label, className }: Props) {
	return (
		<a href={`mailto:${encodeAddress(email)}`} className={className}>
			<Text of={label} />
		</a>
	);
}

/** Encodes what an address in a mailto link cannot hold (RFC 6068, section 2) and leaves the rest as it is. */
function encodeAddress(email: string): string {
	return encodeURIComponent(email).replace(/%(?:40|2B|24|2C|3A|3B)/g, decodeURIComponent);
}
