import type { ReactNode } from "react";

/** Id of the sentence in the footer that explains that these links open a new tab. */
export const newTabNoteId = "new-tab-note";

type Props = {
	href: string;
	className?: string | undefined;
	/** Ids of elements whose text distinguishes this link from others with the same label. */
	describedBy?: string[];
	children: ReactNode;
};

/** Link to another site. It opens a new tab, which gets neither `window.opener` nor the referrer. */
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
