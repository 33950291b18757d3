import { parseBuildSettings, parseMailSettings } from "../environment/environment.server.ts";
import { buildProduction } from "./builds/buildProduction.ts";
import type { NetlifyDeploy } from "./http/netlifyDeploy.ts";
import { type Mail, sendMail } from "./http/sendMail.ts";

/**
 * Schedule of this function: https://docs.netlify.com/build/functions/scheduled-functions/
 * Netlify runs it on the published deploy only, with a time limit of 30 seconds.
 */
export const config = {
	schedule: "*/5 * * * *",
};

/** Snapshot with the contact address. A literal, because Netlify packs the files that it finds in such expressions. */
const packedSnapshot = new URL("../content/generated/en-US.json", import.meta.url);

type BuildContext = {
	deploy?: NetlifyDeploy;
	/** Snapshot with the contact address, for tests. */
	snapshotFile?: string | URL;
};

/** Calls the build hook for recorded changes. A call that fails is repeated at the next run. */
export default async function buildWhenDue(
	_request: Request,
	{ deploy, snapshotFile = packedSnapshot }: BuildContext = {},
): Promise<Response> {
	const { hook, ...settings } = parseBuildSettings();
	// Without a hook, webhooks are refused, so there is nothing to build.
	if (!hook) return new Response(null, { status: 204 });
	try {
		const sendBudgetMail = (mail: Mail) => sendOrLog(mail, snapshotFile);
		await buildProduction({ ...settings, hook, deployId: deploy?.id, sendMail: sendBudgetMail });
		return new Response(null, { status: 204 });
	} catch (error) {
		console.error(`Builds: ${(error as Error).message}`);
		return new Response(null, { status: 503 });
	}
}

/** Sends a mail to the owner. Without Brevo's key, the mail is only logged. */
async function sendOrLog(mail: Mail, snapshotFile: string | URL): Promise<void> {
	const settings = parseMailSettings();
	if (settings) await sendMail(settings, snapshotFile, mail);
	else console.error(`Builds: ${mail.subject}\n\n${mail.text}`);
}
