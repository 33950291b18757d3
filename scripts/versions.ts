import { runCommand } from "./command.ts";
import { Versions } from "./publish/Versions.ts";

await runCommand(
	"versions",
	`Lists the versions (published builds) on this machine with what changed, or rolls back to one of them.
Example: npm run versions -- --switch 2026-11-27T09-30-00.000Z`,
	async ({ switch: id, release }) => {
		const versions = new Versions(".cache/versions");
		if (id) await versions.rollBack(id);
		if (release) await versions.release();
		for (const line of versions.describe("en-US")) console.log(line);
		if (!versions.findLive()) console.log("There is no version yet: npm start makes one.");
		if (versions.findRollback())
			console.log("The site is rolled back. To publish again: npm run versions -- --release");
		if (release) console.log("To publish the latest content, restart the server.");
	},
	{
		switch: { type: "string", help: "<id>: rolls back to this version" },
		release: { type: "boolean", default: false, help: "ends a rollback" },
	},
);
