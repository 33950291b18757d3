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
	const { name, rest } = splitTitle(title);
	// Without qualifications, the text of the About page says who the practitioner is.
	const description = subtitle ?? (appShell.registration ? undefined : about);
	const training = rest ?? extractFirstSentence(description, maxTrainingLength);
	return (
		<div className="practitioner">
			{cover && <Picture picture={cover} sizes={sizes.byline(cover, isLarge)} loading="afterWords" />}
			<div>
				<p className="practitioner-name">
					<Link to={pages.about.path} discover="none">
						<Text text={name} />
					</Link>
				</p>
				<Text as="p" className="training" text={training} />
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

/**
 * Splits a long title after its first clause: `Anna Lind` and `Nutritionist and doctor` for `Anna Lind, nutritionist and
 * doctor`. Without `rest` when the title is short, or the rest is too long.
 */
function splitTitle(title: TextValue): { name: TextValue; rest?: TextValue } {
	if (title.value.length <= maxTitleLength || greeting.test(title.value)) return { name: title };
	const [, name = title.value, rest = ""] = /^(.*?)(?:[,:;] | [–—] )(.+)$/.exec(title.value) ?? [];
	if (!rest || rest.length > maxTrainingLength) return { name: { ...title, value: name } };
	const capitalised = rest.charAt(0).toUpperCase() + rest.slice(1);
	return { name: { ...title, value: name }, rest: { ...title, value: capitalised } };
}
