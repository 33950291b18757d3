import { runCommand } from "./command.ts";
import { Versions } from "./publish/Versions.ts";

/**
 * `npm run versions`: lists the versions (published builds) of the site on this machine, or rolls back to one of them.
 */
await runCommand(
	"versions",
	async ({ switch: wanted, back, release }) => {
		const versions = new Versions(".cache/versions");
		const ids = versions.list();
		const live = versions.findLive() ?? "";
		if (wanted !== undefined) await rollBack(versions, wanted);
		else if (back) await rollBack(versions, ids[ids.indexOf(live) + 1]);
		else if (release) await versions.release();
		if (release)
			console.log("To publish the latest content, restart the server, or publish something.");
		if (ids.length === 0) console.log("There is no version yet: npm start makes one.");
		const mark = versions.isHeld() ? "live, rolled back to" : "live";
		for (const id of ids) console.log(id === versions.findLive() ? `${id}  ${mark}` : id);
	},
	{
		/** Rolls back to the version with the given id. */
		switch: { type: "string" },
		/** Rolls back to the version before the live one. */
		back: { type: "boolean", default: false },
		/** Lets servers publish new versions again after a rollback. */
		release: { type: "boolean", default: false },
	},
);

async function rollBack(versions: Versions, id: string | undefined): Promise<void> {
	if (id === undefined) throw new Error("No version is older than the live one.");
	await versions.rollBack(id);
	console.log(`A running server shows version ${id} at once, and publishes nothing newer.`);
	console.log("To publish again: npm run versions -- --release");
}
