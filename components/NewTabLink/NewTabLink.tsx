import type { ReactNode } from "react";

/** The id of the sentence in the footer that says what these links do. */
export const newTabNoteId = "new-tab-note";

type Props = {
	href: string;
	className?: string | undefined;
	/** The ids of what tells this link from others of the same words. */
	describedBy?: string[];
	children: ReactNode;
};

/** A link to another site, in a new tab that learns nothing of this one. */
export function NewTabLink({ href, className, describedBy = [], children }: Props) {
	return (
		<a
			href={href}
			target="_blank"
			rel="noopener noreferrer"
			aria-describedby={[...describedBy, newTabNoteId].join(" ")}
			className={className}
		>
			{children}
		</a>
	);
}
