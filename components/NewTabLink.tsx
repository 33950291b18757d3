import type { ReactNode } from "react";

/** The id of the sentence in the footer that says what these links do. */
export const newTabNoteId = "new-tab-note";

type Props = { href: string; className?: string; children: ReactNode };

/** A link to another site, in a new tab that learns nothing of this one. */
export function NewTabLink({ href, className, children }: Props) {
	return (
		<a href={href} target="_blank" rel="noopener noreferrer" aria-describedby={newTabNoteId} className={className}>
			{children}
		</a>
	);
}
