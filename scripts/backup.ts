import { parseProvisioningSettings } from "../environment/environment.server.ts";
import { runCommand } from "./command.ts";
import { backupSpace } from "./space/backupSpace.ts";

// `npm run backup`: writes a whole Contentful space, with its files, into one folder.

await runCommand(
	"backup",
	async ({ to = nameFolder(new Date()) }) => {
		const settings = parseProvisioningSettings();
		const { entries, pictures, missing } = await backupSpace(settings, to);
		console.log(`${entries} entries and ${pictures} pictures are in ${to}.`);
		for (const sentence of missing) console.error(sentence);
		console.log(`To fill an empty space from them: npm run provision -- --from ${to}`);
	},
	{ to: { type: "string" } },
);

/**
 * Returns a folder name with the time, such as `backups/2026-11-21T14-05-00`. The time contains no colons, because
 * Windows does not allow them in names.
 */
function nameFolder(now: Date): string {
	const time = now.toISOString().slice(0, "2026-11-21T14:05:00".length);
	return `backups/${time.replaceAll(":", "-")}`;
}
