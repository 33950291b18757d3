import { Link } from "react-router";
import { formatCount } from "../../content/formatCount.ts";
import { pageFacts } from "../../content/pages.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Picture } from "../Picture/Picture.tsx";
import { Registration } from "../Registration/Registration.tsx";
import { RichText } from "../RichText/RichText.tsx";
import { Text } from "../Text/Text.tsx";
import "./Practitioner.css";

/** Portrait, name and qualifications of the practitioner, from the About page. Renders nothing without that page. */
export function Practitioner({ content }: { content: Snapshot }) {
	if (content.hidden.includes("about")) return null;
	const { locale, appShell } = content;
	const { title, subtitle, cover, certificates } = content.about;
	const certificateCount = formatCount(words[locale].certificateCount, certificates.length, locale);
	return (
		<div className="practitioner small-print">
			<Picture picture={cover} place="byline" loading="afterWords" />
			<div>
				<p className="practitioner-name">
					<Link to={pageFacts.about.path} discover="none">
						<Text text={title} />
					</Link>
				</p>
				<RichText text={subtitle} />
				<Registration appShell={appShell} />
				{certificates.length > 0 && <p>{certificateCount}</p>}
			</div>
		</div>
	);
}
