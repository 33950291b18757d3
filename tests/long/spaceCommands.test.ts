import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeFolder } from "../folders.ts";
import { isolatedEnvironment } from "../tools/isolation.ts";
import { ManagedSpace, serveSpace } from "../wire/managedSpace.ts";

/** Runs a command of the project in a process without a terminal. */
async function runCommand(space: ManagedSpace, ...command: string[]) {
	const { variables, readWrites } = await serveSpace(space);
	const env = isolatedEnvironment(variables);
	const run = promisify(execFile)(process.execPath, command, { env });
	const outcome = await run.catch((error: { stdout: string; stderr: string }) => error);
	return { ...outcome, writes: readWrites() };
}

test.each([
	[["--update"], "stderr", "✗ Nobody is there to answer. Run it in a terminal, or with --yes."],
	[["--dry-run"], "stdout", "Nothing was written."],
] as const)(
	"npm run provision %j prints the plan and writes nothing",
	async (flags, output, line) => {
		const outcome = await runCommand(new ManagedSpace(), "scripts/provision.ts", ...flags);
		expect(outcome.stdout).toContain("Plan for the space");
		expect(outcome[output]).toContain(line);
		expect(outcome.writes).toEqual([]);
	},
);

test("a space that is filled and updated can be backed up", async () => {
	const space = new ManagedSpace();
	const filled = await runCommand(space, "scripts/provision.ts", "--yes");
	expect(filled.stdout).toContain(`CONTENTFUL_WEBHOOK_SECRET=${space.signingSecret}`);
	const updated = await runCommand(space, "scripts/provision.ts", "--update", "--yes");
	expect(updated).toMatchObject({ stdout: expect.stringContaining("nothing to do"), writes: [] });
	const to = join(await makeFolder(), "backup");
	const { stdout } = await runCommand(space, "scripts/backup.ts", "--to", to);
	expect(stdout).toContain(`pictures are in ${to}.`);
});
