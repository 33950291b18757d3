import { runCommand } from "./command.ts";
import { Versions } from "./publish/Versions.ts";

// `npm run versions`: lists the versions (published builds) of the site on this machine, or rolls back to one of them.

const flags = {
	/** Rolls back to the version with the given id. */
	switch: { type: "string" },
	/** Ends a rollback. */
	release: { type: "boolean", default: false },
} as const;

await runCommand(
	"versions",
	async ({ switch: id, release }) => {
		const versions = new Versions(".cache/versions");
		if (id) await versions.rollBack(id);
		if (release) await versions.release();
		for (const version of versions.list()) {
			const state = version === versions.findLive() ? "live" : "";
			const damage = versions.isComplete(version) ? "" : "incomplete";
			console.log([version, state, damage].filter(Boolean).join("  "));
		}
		if (!versions.findLive()) console.log("There is no version yet: npm start makes one.");
		if (versions.findRollback())
			console.log("The site is rolled back. To publish again: npm run versions -- --release");
		if (release) console.log("To publish the latest content, restart the server.");
	},
	flags,
);
