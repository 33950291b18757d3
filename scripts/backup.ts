import { parseProvisioningSettings } from "../environment/environment.server.ts";
import { runCommand } from "./command.ts";
import { backupSpace } from "./space/backupSpace.ts";

// `npm run backup`: writes a whole Contentful space, with its files, into one folder.

await runCommand(
	"backup",
	async ({ to = `backups/${formatTime(new Date())}` }) => {
		const settings = parseProvisioningSettings();
		const { entries, pictures, missing } = await backupSpace(settings, to);
		console.log(`${entries} entries and ${pictures} pictures are in ${to}.`);
		for (const sentence of missing) console.error(sentence);
		console.log(`To fill an empty space from them: npm run provision -- --from ${to}`);
	},
	{ to: { type: "string" } },
);

/** Formats a time as `2026-11-21T14-05-00`, because Windows does not allow colons in names of files. */
function formatTime(time: Date): string {
	return time.toISOString().slice(0, 19).replaceAll(":", "-");
}
