import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { MailLink } from "../MailLink/MailLink.tsx";
import { NewTabLink } from "../NewTabLink/NewTabLink.tsx";
import { Text } from "../Text/Text.tsx";
import "../button.css";

type Props = {
	content: Snapshot;
	/** Whether both buttons are secondary. True on pages that have a more important button. */
	isSecondary?: boolean;
	/** Whether a text above the buttons says what they are for. */
	isTitled?: boolean;
};

/**
 * E-mail button, with the booking URL and the note about answers of the Contentful entry "App shell". Without a note,
 * the e-mail address is beside the button. A page has them once.
 */
export function ContactButtons({ content, isSecondary = false, isTitled = false }: Props) {
	const { contactEmail, contactButton, contactNote, bookingUrl } = content.appShell;
	const { anyQuestions, bookCall } = words[content.locale];
	return (
		<div className="actions">
			{!isTitled && <p className="contact-title">{anyQuestions}</p>}
			<MailLink email={contactEmail} label={contactButton} className={isSecondary ? "button quiet" : "button"} />
			{bookingUrl && (
				<NewTabLink href={bookingUrl} className="action">
					{bookCall}
				</NewTabLink>
			)}
			<Text as="p" className="contact-note small-print" text={contactNote ?? { value: contactEmail }} />
		</div>
	);
}
