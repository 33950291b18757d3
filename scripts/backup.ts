import { requireProvisioningSettings } from "../environment/environment.server.ts";
import { runCommand } from "./command.ts";
import { backupSpace } from "./space/backupSpace.ts";

// Windows does not allow colons in names of files.
const now = new Date().toISOString().slice(0, 19).replaceAll(":", "-");

await runCommand(
	"backup",
	`Writes a Contentful environment, with its files, into one new folder.
Example: npm run backup -- --to backups/before-spring`,
	async ({ to }) => {
		const settings = requireProvisioningSettings();
		for (const warning of settings.warnings) console.error(warning);
		const { entries, pictures, missing } = await backupSpace(settings, to);
		console.log(`${entries} entries and ${pictures} pictures are in ${to}.`);
		for (const sentence of missing) console.error(sentence);
		console.log(`To fill an empty space from them: npm run provision -- --from ${to}`);
	},
	{ to: { type: "string", default: `backups/${now}`, help: "<folder>: names the new folder" } },
);
