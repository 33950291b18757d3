import type { ReactNode } from "react";
import type { Locale } from "../content/locales.ts";
import type { TextValue } from "../content/snapshot.ts";
import { sourceAttributes } from "./sourceAttributes.ts";
import { Text } from "./Text.tsx";

type Field = { label: TextValue; placeholder?: TextValue | undefined };

type Props = {
	/** The language in which the answer is wanted. */
	locale: Locale;
	/** Which text is agreed to: when it was last changed, in ISO 8601. Undefined where there is none. */
	consent?: string | undefined;
	name: Field;
	email: Field;
	button: TextValue;
	/** Said when no answer comes, or none that can be read. */
	failure: string;
	/** What stands beside the button. */
	link: ReactNode;
	/** What one agrees to. */
	children: ReactNode;
};

/** `NewsletterForm.client.ts` shows the answer in the page. Without script the browser sends the form and shows the answer. */
export function NewsletterForm({ locale, consent, name, email, button, failure, link, children }: Props) {
	return (
		<form action="/api/newsletter/subscribe" method="post" data-failure={failure}>
			<input type="hidden" name="locale" value={locale} />
			{consent && <input type="hidden" name="consent" value={consent} />}
			{/* Not for people: programs that fill in every field give themselves away. */}
			<p hidden>
				<input name="website" aria-label="Website" tabIndex={-1} autoComplete="off" />
			</p>
			<Input name="name" type="text" field={name} />
			<Input name="email" type="email" field={email} />
			<div>
				<Text as="button" type="submit" className="button" of={button} />
				{link}
			</div>
			{children}
			<p role="status" />
		</form>
	);
}

function Input({ name, type, field }: { name: "name" | "email"; type: "text" | "email"; field: Field }) {
	// The same in both languages.
	const id = `newsletter-${name}`;
	return (
		<p>
			<Text as="label" of={field.label} htmlFor={id} />
			<input
				id={id}
				type={type}
				name={name}
				autoComplete={name}
				placeholder={field.placeholder?.value}
				lang={field.placeholder?.lang}
				{...sourceAttributes(field.placeholder)}
			/>
		</p>
	);
}
