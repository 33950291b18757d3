import { Link } from "react-router";
import { formatCount } from "../../content/formatCount.ts";
import { pages } from "../../content/pages.ts";
import { extractFirstSentence } from "../../content/plainText.ts";
import { isPageShown } from "../../content/routes.ts";
import type { Snapshot, TextValue } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Picture } from "../Picture/Picture.tsx";
import { sizes } from "../Picture/sizes.ts";
import { Registration } from "../Registration/Registration.tsx";
import { Text } from "../Text/Text.tsx";
import "../dotted.css";
import "./Practitioner.css";

/** Maximum length of a title that is shown whole, in characters: one line on a phone. */
const maxTitleLength = 28;

/** Greeting with which an editor may begin the title, instead of with the name. */
const greeting =
	/^(hello|hi|hey|welcome|nice to|good (morning|afternoon|evening|day)|здравствуйте|привет|добр(ый|ое|ого) )/i;

/** Maximum length of the training, in characters: about three lines beside the portrait on a phone. */
const maxTrainingLength = 80;

/** Maximum length of a registration beside the portrait on a phone, in characters: about two lines. */
const maxRegistrationLength = 50;

type Props = {
	content: Snapshot;
	/** Whether the page's styles make the portrait larger on wide screens. */
	isLarge?: boolean;
};

/** Portrait, name and qualifications of the practitioner, from the About page. Renders nothing without that page. */
export function Practitioner({ content, isLarge = false }: Props) {
	if (!isPageShown(content, "about")) return null;
	const { locale, appShell } = content;
	const { title, subtitle, about, cover, certificates } = content.about;
	const { certificateCount } = words[locale];
	const hasLongRegistration = (appShell.registration?.value.length ?? 0) > maxRegistrationLength;
	// Without qualifications, the text of the About page says who the practitioner is.
	const training = subtitle ?? (appShell.registration ? undefined : about);
	return (
		<div className={hasLongRegistration ? "practitioner long-registration" : "practitioner"}>
			{cover && <Picture picture={cover} sizes={sizes.byline(cover, isLarge)} loading="afterWords" />}
			<div>
				<p className="practitioner-name">
					<Link to={pages.about.path} discover="none">
						<Text text={shortenTitle(title)} />
					</Link>
				</p>
				<Text as="p" className="training" text={extractFirstSentence(training, maxTrainingLength)} />
				{(appShell.registration || certificates.length > 0) && (
					<div className="qualifications dotted">
						<Registration appShell={appShell} />
						{certificates.length > 0 && <p>{formatCount(certificateCount, certificates.length, locale)}</p>}
					</div>
				)}
			</div>
		</div>
	);
}

/** Reduces a long title to its first clause: `Anna Lind` for `Anna Lind, nutritionist and …`. */
function shortenTitle(title: TextValue): TextValue {
	if (title.value.length <= maxTitleLength || greeting.test(title.value)) return title;
	const [firstClause = ""] = title.value.split(/[,:;] | [–—] /);
	return { ...title, value: firstClause };
}
