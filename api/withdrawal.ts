import { html } from "hono/html";
import { z } from "zod";
import { localisePath, withdrawalSlug } from "../content/routes.ts";
import { loadSnapshot } from "../content/snapshotFiles.server.ts";
import { type Words, words } from "../content/words.ts";
import { parseSettings } from "../environment/environment.server.ts";
import { type FormContext, readForm, respondWithPage } from "./http/forms.ts";
import { sendMail } from "./http/sendMail.ts";
import { breakLinks } from "./subscription/breakLinks.ts";
import { claimMail } from "./subscription/mailLimits.ts";
import { mailAddress, mailedText } from "./subscription/subscriptionSchema.ts";

/** Path and rate limit, as in `newsletter.ts`. Literals, because Netlify reads them without running this file. */
export const config = {
	path: "/api/withdraw",
	rateLimit: { windowLimit: 10, windowSize: 60, aggregateBy: ["ip"] },
};

/**
 * Snapshot with the contact address. A literal in this file, because Netlify packs the files that it finds in such
 * expressions of a function's own file.
 */
const packedSnapshot = new URL("../content/generated/en-US.json", import.meta.url);

const requiredText = mailedText(500, "textInvalid").min(1, "textMissing");
const statementSchema = z.object({
	name: requiredText,
	contract: requiredText,
	email: mailAddress,
});

/**
 * Handles the form for withdrawing from a contract: asks for a confirmation first, and then sends the statement to the
 * practice and its acknowledgement to the visitor. Article 11a of Directive 2011/83/EU, from
 * https://eur-lex.europa.eu/eli/dir/2023/2673/oj
 */
export default async function withdraw(
	request: Request,
	{ ip, outbox, mailStore, findSnapshot }: FormContext,
): Promise<Response> {
	const { form, locale, isCrossSite } = await readForm(request);
	const text = words[locale];
	const snapshotFile = findSnapshot?.() ?? packedSnapshot;
	const { contactEmail, withdrawalForm } = (await loadSnapshot(snapshotFile)).appShell;
	const formPath = localisePath(`/${withdrawalSlug}`, locale);
	const respond = (status: number, key: keyof Words, back?: string) => {
		const message = String(text[key]).replace("{email}", contactEmail);
		const content = html`<p role="status">${message}</p>`;
		return respondWithPage(status, locale, text.withdraw, content, back);
	};

	if (isCrossSite) return respond(403, "requestCrossSite");
	// A tab can still show the form after the practice has switched it off.
	if (!withdrawalForm) return respond(503, "withdrawalFailure");
	const { data: statement, error } = statementSchema.safeParse(Object.fromEntries(form));
	if (!statement) return respond(400, error.issues[0]?.message as keyof Words, formPath);
	if (!form.has("confirmed")) {
		const content = html`<form method="post">
<p>${text.withdrawalStatement}</p>
<dl>
<dt>${text.name}</dt><dd>${statement.name}</dd>
<dt>${text.contract}</dt><dd>${statement.contract}</dd>
<dt>${text.email}</dt><dd>${statement.email}</dd>
</dl>
<input type="hidden" name="locale" value="${locale}">
<input type="hidden" name="name" value="${statement.name}">
<input type="hidden" name="contract" value="${statement.contract}">
<input type="hidden" name="email" value="${statement.email}">
<button name="confirmed" value="yes">${text.confirmWithdrawal}</button>
</form>`;
		return respondWithPage(200, locale, text.withdrawalCheck, content, formPath);
	}

	const time = new Date().toLocaleString(locale === "ru" ? "ru" : "en-GB", {
		dateStyle: "long",
		timeStyle: "long",
		timeZone: "UTC",
	});
	const mail = {
		subject: text.withdrawalSubject,
		text: `${text.withdrawalReceipt}

${text.withdrawalStatement}
${text.name}: ${breakLinks(statement.name)}
${text.contract}: ${breakLinks(statement.contract)}
${text.email}: ${breakLinks(statement.email)}
${text.submitted}: ${time}
`,
		copyTo: statement.email,
	};
	const { mail: settings } = parseSettings();
	try {
		if (!settings) {
			if (!outbox) throw new Error("BREVO_API_KEY is missing.");
			await outbox(mail);
			return respond(200, "subscribeSaved");
		}
		const claim = await claimMail(mailStore, settings.key, statement.email, ip, "withdrawal");
		if (claim.limit === "all") throw new Error("the daily limit of mails is reached.");
		if (claim.limit) return respond(429, "withdrawalRepeated");
		await sendMail(settings, snapshotFile, mail).catch(async (error) => {
			// Otherwise, visitors who try again would be refused.
			await claim.release();
			throw error;
		});
		return respond(200, "withdrawalSent");
	} catch (error) {
		console.error(`Withdrawal: ${(error as Error).message}`);
		return respond(503, "withdrawalFailure", formPath);
	}
}
