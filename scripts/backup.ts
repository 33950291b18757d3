import { parseProvisioning } from "../site/environment.server.ts";
import { runTask } from "./command.ts";
import { backupSpace } from "./space/backupSpace.ts";

/** Writes a whole space of Contentful, with its files, into one folder. */
await runTask(
	"backup",
	async ({ to = `backups/${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}` }) => {
		const { entries, pictures, files } = await backupSpace(parseProvisioning(), { to });
		console.log(`${entries} entries and ${pictures} pictures with ${files} files lie in ${to}.`);
		console.log(`To fill an empty space from them: npm run provision -- --from ${to}`);
	},
	{ to: { type: "string" } },
);
