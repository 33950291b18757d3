import { z } from "zod";
import { honeypotName } from "../../content/honeypot.ts";
import type { Words } from "../../content/words.ts";

export type Subscription = z.infer<typeof subscriptionSchema>;

/** Control characters, and those that change the direction of the text after them. */
const controls = /[\p{Control}\p{Bidi_Control}]/gu;

/**
 * Schema of a text that a mail can contain, in one line: with a line break, a visitor could imitate lines of the mail.
 * @param message key of a text in `content/words.ts`
 */
export const mailedText = (maxLength: number, message: keyof Words) =>
	z
		.string("requestMalformed")
		.overwrite((text) => text.replace(/\s+/g, " ").replace(controls, "").trim())
		.max(maxLength, message);

/** Character of an address: visible, and none that separates addresses or belongs to the syntax around them. */
const addressCharacter = String.raw`[^\s\p{Other}\p{Default_Ignorable_Code_Point}@"(),:;<>[\]\\]`;
const addressPattern = new RegExp(`^${addressCharacter}{1,64}@${addressCharacter}{1,255}$`, "u");

/** Schema of an address. Loose, because a mail proves that the address exists. */
export const mailAddress = z
	.string("requestMalformed")
	.trim()
	.min(1, "emailMissing")
	.regex(addressPattern, "emailInvalid")
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
