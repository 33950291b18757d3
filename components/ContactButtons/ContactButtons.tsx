import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { MailLink } from "../MailLink/MailLink.tsx";
import { NewTabLink } from "../NewTabLink/NewTabLink.tsx";
import "../button.css";

type Props = {
	content: Snapshot;
	/** Whether the page has a more important button, so that both of these are secondary. */
	isSecondary?: boolean;
};

/** Button that opens an e-mail message, and beside it one that leads to the booking address, if there is one. */
export function ContactButtons({ content, isSecondary = false }: Props) {
	const { contactEmail, contactButton, bookingUrl } = content.appShell;
	return (
		<div className="actions">
			<MailLink email={contactEmail} label={contactButton} className={isSecondary ? "button quiet" : "button"} />
			{bookingUrl && (
				<NewTabLink href={bookingUrl} className="button quiet">
					{words[content.locale].bookCall}
				</NewTabLink>
			)}
		</div>
	);
}
