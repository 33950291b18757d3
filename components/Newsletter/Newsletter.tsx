import { honeypotName } from "../../content/honeypot.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { createSourceAttributes } from "../createSourceAttributes.ts";
import { NewTabLink } from "../NewTabLink/NewTabLink.tsx";
import { Picture } from "../Picture/Picture.tsx";
import { RichText } from "../RichText/RichText.tsx";
import { Text } from "../Text/Text.tsx";

type Content = Pick<Snapshot, "newsletter" | "locale">;

type Props = { content: Content; hasPicture: boolean };

/** Newsletter form. Without script, the browser shows the response as a separate page. `late.css` has its styles. */
export function Newsletter({ content, hasPicture }: Props) {
	const { subtitle, cover, consentText, privacyPolicyUrl, subscribeButton, updatedAt } =
		content.newsletter;
	const { newsletter, subscribeFailure, privacyPolicy } = words[content.locale];
	const title = content.newsletter.title ?? { value: newsletter };
	return (
		<section className="newsletter" aria-labelledby="newsletter-title">
			{hasPicture && <Picture picture={cover} place="half" />}
			<div>
				<Text as="h2" id="newsletter-title" text={title} />
				<RichText text={subtitle} headingLevel={3} />
			</div>
			<form
				id="newsletter"
				action="/api/newsletter/subscribe"
				method="post"
				data-failure={subscribeFailure}
			>
				<input type="hidden" name="locale" value={content.locale} />
				{/* Version of the displayed consent text: the time of the entry's last change, in ISO 8601. */}
				{(consentText || privacyPolicyUrl) && (
					<input type="hidden" name="consent" value={updatedAt} />
				)}
				{/* The data attributes keep Dashlane, LastPass, 1Password and Bitwarden from filling the field in. */}
				<input
					hidden
					name={honeypotName}
					autoComplete="off"
					data-form-type="other"
					data-lpignore="true"
					data-1p-ignore=""
					data-bwignore=""
				/>
				<Input name="name" content={content} />
				<Input name="email" content={content} />
				<div>
					<Text as="button" type="submit" className="button quiet" text={subscribeButton} />
					<NewTabLink href={privacyPolicyUrl} className="action small-print">
						{privacyPolicy}
					</NewTabLink>
				</div>
				<RichText className="small-print" text={consentText} headingLevel={3} />
				<p role="status" />
			</form>
		</section>
	);
}

type InputProps = { name: "name" | "email"; content: Content };

function Input({ name, content: { newsletter, locale } }: InputProps) {
	const id = `newsletter-${name}`;
	const label = newsletter[`${name}InputLabel` as const] ?? { value: words[locale][name] };
	const placeholder = newsletter[`${name}InputPlaceholder` as const];
	return (
		<p>
			<Text as="label" text={label} htmlFor={id} />
			<input
				id={id}
				type={name === "email" ? "email" : "text"}
				name={name}
				autoComplete={name}
				placeholder={placeholder?.value}
				lang={placeholder?.lang}
				{...createSourceAttributes(placeholder)}
			/>
		</p>
	);
}
