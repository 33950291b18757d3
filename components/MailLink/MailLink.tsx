import type { ReactNode } from "react";
import type { TextValue } from "../../content/snapshot.ts";
import { Text } from "../Text/Text.tsx";

type Props = { email: string; label: TextValue; className?: string; icon?: ReactNode };

/** Link that opens a new e-mail message in the visitor's mail program. With an icon, its label is an element. */
export function MailLink({ email, label, className, icon }: Props) {
	// Percent-encodes the address, except for characters that are allowed in a `mailto:` address (RFC 6068, section 2).
	const address = encodeURIComponent(email).replace(/%(?:40|2B|24|2C|3A|3B)/g, decodeURIComponent);
	return (
		<a href={`mailto:${address}`} className={className}>
			{icon}
			{icon ? <Text as="span" text={label} /> : <Text text={label} />}
		</a>
	);
}
