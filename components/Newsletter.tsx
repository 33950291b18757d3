import type { Snapshot } from "../content/snapshot.ts";
import { words } from "../content/words.ts";
import { NewsletterForm } from "./NewsletterForm.tsx";
import { NewTabLink } from "./NewTabLink.tsx";
import { Picture } from "./Picture.tsx";
import { RichText } from "./RichText.tsx";
import { sizes } from "./sizes.ts";
import { Text } from "./Text.tsx";
import "./Newsletter.css";

type Props = {
	content: Snapshot;
	/** Whether its picture is shown. */
	hasPicture: boolean;
};

/** The newsletter's form, at the foot of every page. It works without script: the function answers with a page. */
export function Newsletter({ content, hasPicture }: Props) {
	const { newsletter, locale } = content;
	const nameLabel = newsletter.nameInputLabel ?? { value: words[locale].name };
	const emailLabel = newsletter.emailInputLabel ?? { value: words[locale].email };
	return (
		<section
			className="newsletter beside"
			aria-labelledby={newsletter.title && "newsletter-title"}
			aria-label={newsletter.title ? undefined : words[locale].newsletter}
		>
			{hasPicture && <Picture picture={newsletter.cover} sizes={sizes.half} />}
			{(newsletter.title || newsletter.subtitle) && (
				<div>
					<Text as="h2" id="newsletter-title" of={newsletter.title} />
					<RichText of={newsletter.subtitle} headingLevel={newsletter.title ? 3 : 2} />
				</div>
			)}
			<NewsletterForm
				locale={locale}
				consent={newsletter.consentText || newsletter.privacyPolicyUrl ? newsletter.updatedAt : undefined}
				name={{ label: nameLabel, placeholder: newsletter.nameInputPlaceholder }}
				email={{ label: emailLabel, placeholder: newsletter.emailInputPlaceholder }}
				button={newsletter.subscribeButton}
				failure={words[locale].subscribeFailure}
				link={
					newsletter.privacyPolicyUrl && (
						<NewTabLink href={newsletter.privacyPolicyUrl} className="action small-print">
							{words[locale].privacyPolicy}
						</NewTabLink>
					)
				}
			>
				<RichText className="small-print" of={newsletter.consentText} headingLevel={newsletter.title ? 3 : 2} />
			</NewsletterForm>
		</section>
	);
}
