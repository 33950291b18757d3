import { parseWebhookEnvironment } from "../site/environment.server.ts";
import { callBuildHook } from "./http/callBuildHook.ts";
import { cleanBlobTurns } from "./http/mailTurns.ts";

/** https://docs.netlify.com/build/functions/scheduled-functions/ Our own server has a timer. */
export const config = {
	schedule: "@daily",
};

/** Has the host look for changes that no webhook has told of. A build that finds none is cancelled. Clears up, too. */
export default async function checkDaily(): Promise<Response> {
	await cleanBlobTurns().catch((error: Error) => console.error(`Daily check: mails are not forgotten: ${error.name}`));
	try {
		const { buildHook } = parseWebhookEnvironment();
		if (!buildHook) throw new Error("NETLIFY_BUILD_HOOK_URL is missing or malformed.");
		await callBuildHook(buildHook, "Daily check");
		return new Response(null, { status: 204 });
	} catch (error) {
		console.error(`Daily check: ${(error as Error).message}`);
		return new Response(null, { status: 503 });
	}
}
