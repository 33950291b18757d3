import { z } from "zod";
import { honeypotName } from "../../content/honeypot.ts";
import type { Words } from "../../content/words.ts";

export type Subscription = z.infer<typeof subscriptionSchema>;

/** Pattern for a link or a domain, which is a dot before lower-case letters: `J.R.Smith` does not match. */
const linkPattern = /:\/\/|[Ww]{3}\.|@|\.\p{Ll}{2,}/u;

/** Schema of the fields. The messages are keys of texts in `content/words.ts`. */
const subscriptionSchema = z.object(
	{
		// Loose, because the confirmation mail proves that the address exists.
		email: z
			.string("requestMalformed")
			.trim()
			.min(1, "emailMissing")
			.regex(z.regexes.unicodeEmail, "emailInvalid")
			.prefault(""),
		// The confirmation mail can contain the name. With a link in the name, anybody could make the consultancy send mails
		// with that link.
		name: z
			.string("requestMalformed")
			.trim()
			.max(100, "nameInvalid")
			.refine((name) => !linkPattern.test(name), "nameWithLink")
			.default(""),
		/** Version of the consent text: time of the last change of its entry in Contentful, in ISO 8601. */
		consent: z.iso.datetime().optional().catch(undefined),
		[honeypotName]: z.unknown().optional(),
	},
	"requestMalformed",
);

/** Validates the fields of a subscription. Returns the key of an error message when a field is invalid. */
export function parseSubscription(fields: unknown): Subscription | keyof Words {
	const { data, error } = subscriptionSchema.safeParse(fields);
	return data ?? (error.issues[0]?.message as keyof Words);
}
