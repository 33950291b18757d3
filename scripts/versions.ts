import { join } from "node:path";
import { runSiteCommand } from "./command.ts";
import { computeSiteId, Versions } from "./publish/Versions.ts";

/**
 * `npm run versions`: lists the versions (published builds) of the site on this machine, or rolls back to one of them.
 */
await runSiteCommand(
	"versions",
	async (environment, { switch: wanted, back, release }) => {
		const versions = new Versions(join(".cache/versions", computeSiteId(environment)));
		if (wanted !== undefined) await rollBackTo(versions, wanted);
		else if (back) await rollBackTo(versions, await findPrevious(versions));
		else if (release) await versions.endRollback();
		await printVersions(versions);
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

async function rollBackTo(versions: Versions, id: string): Promise<void> {
	await versions.rollBack(id);
	console.log(`A running server shows version ${id} within a second, and publishes nothing newer.`);
	console.log("To publish again: npm run versions -- --release");
}

/** Returns the id of the version that was created before the live one. */
async function findPrevious(versions: Versions): Promise<string> {
	const shown = (await versions.readRollback()) ?? (await versions.readLive());
	const ids = (await versions.list()).map(({ id }) => id);
	if (shown !== undefined && !ids.includes(shown)) {
		throw new Error(`The live version ${shown} is not stored any more. Choose one of the list with --switch <id>.`);
	}
	const previous = shown === undefined ? undefined : ids[ids.indexOf(shown) + 1];
	if (previous === undefined) {
		throw new Error("No version is older than the live one. Choose one of the list with --switch <id>.");
	}
	return previous;
}

async function printVersions(versions: Versions): Promise<void> {
	const [all, live, rolledBackTo] = await Promise.all([versions.list(), versions.readLive(), versions.readRollback()]);
	if (all.length === 0) console.log("There is no version yet: npm start makes one.");
	for (const { id, madeAt } of all) {
		const marks = [id === live && "live", id === rolledBackTo && "rolled back to"].filter(Boolean);
		console.log([id, madeAt.toISOString(), ...marks].join("  "));
	}
}
