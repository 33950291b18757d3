import { existsSync } from "node:fs";
import { runSiteCommand } from "./command.ts";
import { openFileThrottle } from "./server/fileThrottle.ts";
import { openOutbox } from "./server/outbox.ts";
import { startHttpServer } from "./server/startHttpServer.ts";
import { waitForStopSignal } from "./server/waitForStopSignal.ts";

const folder = "dist";

// `node scripts/serveBuild.ts`: serves the last build and the functions of `api/` until the process receives a stop signal.

await runSiteCommand("serve", async ({ port }) => {
	if (!existsSync(`${folder}/client/index.html`)) {
		throw new Error(`There is no built site in ${folder}. Build it first: npm run build`);
	}
	const server = await startHttpServer({
		listVersions: () => [folder],
		port,
		context: { outbox: openOutbox(), claimConfirmationMail: openFileThrottle() },
	});
	console.log(`Serving ${folder} at ${server.url} (Ctrl-C ends it)`);
	await waitForStopSignal();
	await server.close();
});
