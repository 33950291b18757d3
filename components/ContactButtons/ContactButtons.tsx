import { formatOpeningHours } from "../../content/openingHours.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { MailLink } from "../MailLink/MailLink.tsx";
import { NewTabLink } from "../NewTabLink/NewTabLink.tsx";
import { PhoneLink } from "../PhoneLink/PhoneLink.tsx";
import { Text } from "../Text/Text.tsx";
import "./ContactButtons.css";

/**
 * E-mail button, with the booking URL, the phone number, the opening hours and the note about answers of the Contentful
 * entry "App shell". Without a note, the e-mail address is below the button. A page has them once.
 */
export function ContactButtons({ content }: { content: Snapshot }) {
	const { contactEmail, contactButton, contactNote, bookingUrl, phone } = content.appShell;
	const { anyQuestions, bookCall } = words[content.locale];
	return (
		<div className="actions">
			<p className="contact-title">{anyQuestions}</p>
			<MailLink email={contactEmail} label={contactButton} className="button quiet" />
			<NewTabLink href={bookingUrl} className="action">
				{bookCall}
			</NewTabLink>
			<PhoneLink phone={phone} className="action" />
			<Text as="p" className="small-print" text={formatOpeningHours(content)} />
			<Text as="p" className="small-print" text={contactNote ?? { value: contactEmail }} />
		</div>
	);
}
