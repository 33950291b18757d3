import { setTimeout as wait } from "node:timers/promises";
import { html } from "hono/html";
import { z } from "zod";
import type { Locale } from "../content/locales.ts";
import { type Words, words } from "../content/words.ts";
import { parseValidSettings } from "../environment/environment.server.ts";
import { loadSnapshot } from "../environment/snapshotFiles.server.ts";
import { type FormContext, readForm, respondToForm, respondWithPage } from "./http/forms.ts";
import { breakLinks } from "./mail/breakLinks.ts";
import { isOutcomeUnknown } from "./mail/callBrevo.ts";
import { claimMail } from "./mail/mailLimits.ts";
import { sendMail } from "./mail/sendMail.ts";
import { mailAddress, mailedText } from "./mail/subscriptionSchema.ts";

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

/** Maximum time for which another request sends the same mails: longer than the time-out of `callBrevo.ts`. */
const maxPendingSeconds = 25;

const requiredText = mailedText(500, "textInvalid").min(1, "textMissing").prefault("");
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
export default async function withdraw(request: Request, context: FormContext): Promise<Response> {
	const { fields, locale, isCrossSite } = await readForm(request);
	const text = words[locale];
	const snapshotFile = context.findSnapshot?.() ?? packedSnapshot;
	const { contactEmail, withdrawalForm } = (await loadSnapshot(snapshotFile)).appShell;
	const fieldNames = statementSchema.keyof().options;
	const respond = (status: number, key: keyof Words, names = fieldNames, field?: PropertyKey) => {
		const message = String(text[key]).replace("{email}", contactEmail);
		return respondToForm(status, text.withdraw, message, fields, names, field);
	};

	if (isCrossSite) return respond(403, "requestCrossSite", []);
	// A tab can still show the form after the practice has switched it off.
	if (!withdrawalForm) return respond(503, "withdrawalFailure", []);
	if ("edit" in fields) return respond(200, "withdrawalLead");
	const { data: statement, error } = statementSchema.safeParse(fields);
	if (!statement) {
		const [issue] = error.issues;
		return respond(400, issue?.message as keyof Words, fieldNames, issue?.path[0]);
	}
	if (!("confirmed" in fields)) {
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
<button name="edit" value="yes">${text.backToForm}</button>
</form>`;
		return respondWithPage(200, locale, text.withdrawalCheck, content);
	}
	try {
		const [status, key] = await deliver(statement, locale, snapshotFile, context);
		return respond(status, key, status === 200 ? [] : fieldNames);
	} catch (error) {
		console.error(`Withdrawal: ${(error as Error).message}`);
		const isUnknown = isOutcomeUnknown(error as Error);
		return respond(503, isUnknown ? "withdrawalUnknown" : "withdrawalFailure");
	}
}

/** Logs that an outcome was not counted, which changes nothing about the outcome. */
const logFailure = (error: Error) => console.error(`Withdrawal: ${error.message}`);

/** Sends the mails, once for a statement and day. Stores them in the outbox when Brevo is not configured. */
async function deliver(
	{ name, contract, email }: z.infer<typeof statementSchema>,
	locale: Locale,
	snapshotFile: string | URL,
	{ ip, outbox, updateCounts }: FormContext,
): Promise<[status: number, message: keyof Words]> {
	const text = words[locale];
	const time = new Date().toLocaleString(locale === "ru" ? "ru" : "en-GB", {
		dateStyle: "long",
		timeStyle: "long",
		timeZone: "UTC",
	});
	const mail = {
		subject: text.withdrawalSubject,
		text: `${text.withdrawalReceipt}

${text.withdrawalStatement}
${text.name}: ${breakLinks(name)}
${text.contract}: ${breakLinks(contract)}
${text.email}: ${breakLinks(email)}
${text.submitted}: ${time}
`,
		copyTo: email,
	};
	const { mail: settings } = parseValidSettings();
	if (!settings) {
		if (!outbox) throw new Error("BREVO_API_KEY is missing.");
		await outbox(mail);
		return [200, "subscribeSaved"];
	}
	const content = JSON.stringify([name, contract]);
	const claimMails = () => claimMail(updateCounts, settings.key, email, ip, "withdrawal", content);
	let claim = await claimMails();
	for (let second = 0; claim.limit === "pending" && second < maxPendingSeconds; second++) {
		await wait(1_000);
		claim = await claimMails();
	}
	if (claim.limit === "all") throw new Error("the daily limit of mails is reached.");
	if (claim.limit === "sent") return [200, "withdrawalSent"];
	if (claim.limit === "pending" || claim.limit === "unknown") return [503, "withdrawalUnknown"];
	if (claim.limit) return [429, "withdrawalLimited"];
	await sendMail(settings, snapshotFile, mail).catch(async (error) => {
		// Otherwise, visitors who try again would be refused.
		await (isOutcomeUnknown(error) ? claim.markUnknown() : claim.release()).catch(logFailure);
		throw error;
	});
	await claim.markSent().catch(logFailure);
	return [200, "withdrawalSent"];
}
