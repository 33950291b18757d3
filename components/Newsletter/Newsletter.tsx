import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { NewTabLink } from "../NewTabLink/NewTabLink.tsx";
import { Picture } from "../Picture/Picture.tsx";
import { sizes } from "../Picture/sizes.ts";
import { RichText } from "../RichText/RichText.tsx";
import { sourceAttributes } from "../sourceAttributes.ts";
import { Text } from "../Text/Text.tsx";
import "./Newsletter.css";

type Content = Pick<Snapshot, "newsletter" | "locale">;

type Props = {
	content: Content;
	/** Whether its picture is shown. */
	hasPicture: boolean;
};

/**
 * The newsletter, at the foot of every page. `NewsletterForm.client.ts` shows the answer in the page. Without script the
 * browser sends the form, and the function answers with a page.
 */
export function Newsletter({ content, hasPicture }: Props) {
	const { title, subtitle, cover, consentText, privacyPolicyUrl, subscribeButton, updatedAt } = content.newsletter;
	const { newsletter, subscribeFailure, privacyPolicy } = words[content.locale];
	return (
		<section
			className="newsletter beside"
			aria-labelledby={title && "newsletter-title"}
			aria-label={title ? undefined : newsletter}
		>
			{hasPicture && <Picture picture={cover} sizes={sizes.half} />}
			{(title || subtitle) && (
				<div>
					<Text as="h2" id="newsletter-title" of={title} />
					<RichText of={subtitle} headingLevel={title ? 3 : 2} />
				</div>
			)}
			<form action="/api/newsletter/subscribe" method="post" data-failure={subscribeFailure}>
				{/* The language in which the answer is wanted. */}
				<input type="hidden" name="locale" value={content.locale} />
				{/* Which text is agreed to: when it was last changed, in ISO 8601. */}
				{(consentText || privacyPolicyUrl) && <input type="hidden" name="consent" value={updatedAt} />}
				{/* Honeypot: programs that fill in every field give themselves away. */}
				<p hidden>
					<input name="website" aria-label="Website" tabIndex={-1} autoComplete="off" />
				</p>
				<Input name="name" content={content} />
				<Input name="email" content={content} />
				<div>
					<Text as="button" type="submit" className="button" of={subscribeButton} />
					{privacyPolicyUrl && (
						<NewTabLink href={privacyPolicyUrl} className="action small-print">
							{privacyPolicy}
						</NewTabLink>
					)}
				</div>
				<RichText className="small-print" of={consentText} headingLevel={title ? 3 : 2} />
				<p role="status" />
			</form>
		</section>
	);
}

function Input({ name, content: { newsletter, locale } }: { name: "name" | "email"; content: Content }) {
	const label = newsletter[`${name}InputLabel` as const] ?? { value: words[locale][name] };
	const placeholder = newsletter[`${name}InputPlaceholder` as const];
	// The same in both languages.
	const id = `newsletter-${name}`;
	return (
		<p>
			<Text as="label" of={label} htmlFor={id} />
			<input
				id={id}
				type={name === "email" ? "email" : "text"}
				name={name}
				autoComplete={name}
				placeholder={placeholder?.value}
				lang={placeholder?.lang}
				{...sourceAttributes(placeholder)}
			/>
		</p>
	);
}
