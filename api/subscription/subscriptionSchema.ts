import { z } from "zod";
import { honeypotName } from "../../content/honeypot.ts";
import type { Words } from "../../content/words.ts";

export type Subscription = z.infer<typeof subscriptionSchema>;

/** Pattern for a link or a domain, which is a dot before lower-case letters: `J.R.Smith` does not match. */
const linkPattern = /:\/\/|[Ww]{3}\.|@|\.\p{Ll}{2,}/u;

/**
 * Schema of a text that a mail can contain. With a link in the text, anybody could make the consultancy send mails with
 * that link. With a line break, a visitor could imitate lines of the mail.
 * @param message key of a text in `content/words.ts`
 */
export const mailedText = (maxLength: number, message: keyof Words) =>
	z
		.string("requestMalformed")
		.overwrite((text) => text.replace(/\s+/g, " ").trim())
		.max(maxLength, message)
		.refine((text) => !linkPattern.test(text), message);

/** Schema of an address. Loose, because a mail proves that the address exists. */
export const mailAddress = z
	.string("requestMalformed")
	.trim()
	.min(1, "emailMissing")
	.regex(z.regexes.unicodeEmail, "emailInvalid")
	.prefault("");

export const subscriptionSchema = z.object(
	{
		email: mailAddress,
		name: mailedText(100, "nameInvalid").default(""),
		/** Version of the consent text: time of the last change of its entry in Contentful, in ISO 8601. */
		consent: z.iso.datetime().optional().catch(undefined),
		[honeypotName]: z.unknown().optional(),
	},
	"requestMalformed",
);
