import type { ReactNode } from "react";

/** Id of the text "opens in a new tab" in the footer. This text describes each `NewTabLink` to screen readers. */
export const newTabNoteId = "new-tab-note";

type Props = {
	href: string | undefined;
	className?: string;
	/** Ids of elements that describe the link to screen readers. Needed when several links have the same text. */
	describedBy?: string[];
	children: ReactNode;
};

/**
 * Link that opens another site in a new tab. The other site receives no `window.opener`, and no referrer because of the
 * header `Referrer-Policy`. The path of a page of this site opens in the same tab. Renders nothing without an address.
 */
export function NewTabLink({ href, className, describedBy = [], children }: Props) {
	if (!href) return null;
	if (href.startsWith("/"))
		return (
			<a href={href} className={className}>
				{children}
			</a>
		);
	return (
		<a
			href={href}
			target="_blank"
			rel="noopener"
			aria-describedby={[...describedBy, newTabNoteId].join(" ")}
			className={className}
		>
			{children}
		</a>
	);
}
