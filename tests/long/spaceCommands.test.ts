import { join } from "node:path";
import { expect, test } from "vitest";
import { itemTypes, pageEntries } from "../../content/model.ts";
import { makeFolder } from "../folders.ts";
import { runSpaceCommand, serveSpace } from "../wire/managedSpace.ts";
import { ManagedSpace } from "../wire/managementService.ts";

const provision = "scripts/provision.ts";

test("npm run provision without a terminal and without --yes prints the plan and writes nothing", async () => {
	const served = await serveSpace(new ManagedSpace());
	await expect(runSpaceCommand(served, provision)).rejects.toMatchObject({
		code: 1,
		stdout: expect.stringContaining("Plan for the space"),
		stderr: expect.stringMatching(
			/^✗ Nobody is there to answer\. Run it in a terminal, or with --yes\.$/m,
		),
	});
	expect(served.writes()).toEqual([]);
});

test("npm run provision with --update and --yes updates a space", async () => {
	const space = new ManagedSpace();
	const { stdout } = await runSpaceCommand(await serveSpace(space), provision, "--update", "--yes");
	const names = Object.keys({ ...pageEntries, ...itemTypes }).sort();
	expect(stdout).toContain(`content types: ${names.length} done`);
	expect([...space.of("content_types").keys()].sort()).toEqual(names);
});

test.each([
	["--from", ["--from", "backups/x"], /--update follows content\/model\.ts: leave --from out\./],
	[
		"--yes-overwrite",
		["--yes-overwrite"],
		/--update overwrites no entry: leave --yes-overwrite out\./,
	],
])("npm run provision refuses %s together with --update", async (_, flags, fault) => {
	const served = await serveSpace(new ManagedSpace());
	const command = runSpaceCommand(served, provision, "--update", "--yes", ...flags);
	await expect(command).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(fault) });
	expect(served.requests).toEqual([]);
});

test("npm run backup writes into the folder that --to names", async () => {
	const space = new ManagedSpace();
	space.of("entries").set("a-draft", { sys: { id: "a-draft", version: 1 }, fields: {} });
	const to = join(await makeFolder(), "backup");
	const { stdout } = await runSpaceCommand(
		await serveSpace(space),
		"scripts/backup.ts",
		"--to",
		to,
	);
	expect(stdout).toContain(`1 entries and 0 pictures with 0 files are in ${to}.`);
});
