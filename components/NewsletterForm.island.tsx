import { type FormEvent, useRef, useState } from "react";
import type { Locale } from "../content/locales.ts";
import type { TextValue } from "../content/snapshot.ts";
import { sourceAttributes } from "./sourceAttributes.ts";
import { Text } from "./Text.tsx";

type Field = { label: TextValue; placeholder?: TextValue | undefined };

type Props = {
	/** The language in which the answer is wanted. */
	locale: Locale;
	name: Field;
	email: Field;
	button: TextValue;
	/** Said when no answer comes, or none that can be read. */
	failure: string;
};

/** An island because the answer is shown in the page. Without script the form is sent by the browser. */
export function NewsletterForm({ locale, name, email, button, failure }: Props) {
	const [message, setMessage] = useState("");
	const [isBusy, setBusy] = useState(false);
	const isSending = useRef(false);

	async function send(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (isSending.current) return;
		const form = event.currentTarget;
		isSending.current = true;
		setBusy(true);
		setMessage("");
		const answer = await subscribe(form, locale).catch((error: unknown) => {
			console.error(error);
			return { ok: false, message: failure };
		});
		isSending.current = false;
		setBusy(false);
		setMessage(answer.message);
		// When the page has changed its language meanwhile, another form has the text.
		if (answer.ok) document.querySelector<HTMLInputElement>("#newsletter-email")?.form?.reset();
		window.alert(answer.message);
	}

	return (
		<form action="/api/newsletter/subscribe" method="post" onSubmit={send} aria-busy={isBusy}>
			<input type="hidden" name="locale" value={locale} />
			{/* Not for people: programs that fill in every field give themselves away. */}
			<p hidden>
				<input name="website" aria-label="Website" tabIndex={-1} autoComplete="off" />
			</p>
			<Input name="name" type="text" field={name} />
			<Input name="email" type="email" field={email} />
			<div className="newsletter-send">
				<Text as="button" type="submit" className="button" aria-disabled={isBusy} of={button} />
				<p role="status">{message}</p>
			</div>
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

/** Specification, section 7. Throws when the network fails or the answer holds no message. */
async function subscribe(form: HTMLFormElement, locale: Locale): Promise<{ ok: boolean; message: string }> {
	const fields = new FormData(form);
	const response = await fetch(form.action, {
		method: "POST",
		headers: { "Content-Type": "application/json", "Accept-Language": locale },
		body: JSON.stringify({ email: fields.get("email"), name: fields.get("name") }),
	});
	const { message } = (await response.json()) as { message?: unknown };
	if (typeof message !== "string") throw new TypeError(`The answer (${response.status}) holds no message.`);
	return { ok: response.ok, message };
}
