import { existsSync } from "node:fs";
import { runCommand } from "./command.ts";
import { serveFolder } from "./server/serveFolder.ts";

/** Serves the site as it was built last. */
await runCommand("serve", async ({ port }) => {
	if (!existsSync("dist/client/index.html")) {
		throw new Error("There is no built site in dist/client. Build it first: npm run build");
	}
	await serveFolder("dist/client", port);
});
