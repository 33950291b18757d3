import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { MailLink } from "../MailLink/MailLink.tsx";
import { NewTabLink } from "../NewTabLink/NewTabLink.tsx";
import "../button.css";

/** Button that opens an e-mail message. When a booking address is known, a second button leads to it. */
export function ContactButtons({ content }: { content: Snapshot }) {
	const { contactEmail, contactButton, bookingUrl } = content.appShell;
	return (
		<div className="actions">
			<MailLink email={contactEmail} label={contactButton} className="button" />
			{bookingUrl && (
				<NewTabLink href={bookingUrl} className="button quiet">
					{words[content.locale].bookCall}
				</NewTabLink>
			)}
		</div>
	);
}
