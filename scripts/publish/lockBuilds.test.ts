import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockBuilds } from "./lockBuilds.ts";

// No process has a number as high as this.
const nobody = 99_999_999;

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "lock-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Leaves a lock as a process does that began some hours ago. */
async function leaveLock(pid: number, hours = 0): Promise<void> {
	await mkdir(join(folder, "lock"), { recursive: true });
	await writeFile(join(folder, "lock", `${pid}.${Date.now() - hours * 3_600_000}.name`), "");
}

test("lets one build in at a time, and the next when it is over", async () => {
	const unlock = await lockBuilds(folder);
	await expect(lockBuilds(folder)).rejects.toThrow(`Another build (process ${process.pid}) is under way`);
	await unlock();
	await (await lockBuilds(folder))();
	expect(await readdir(folder)).toEqual([]);
});

test("keeps out of what another process is building", async () => {
	await leaveLock(process.ppid);
	await expect(lockBuilds(folder)).rejects.toThrow(
		`Another build (process ${process.ppid}) is under way. Wait for its end, or delete ${join(folder, "lock")} if there is none.`,
	);
});

test.each([
	["of a process that is gone", () => leaveLock(nobody)],
	["that is too old to be a build", () => leaveLock(process.ppid, 24)],
	["of a process that had this one's number, as in a container", () => leaveLock(process.pid)],
	["that says nothing of its owner", () => mkdir(join(folder, "lock"))],
])("takes over a lock %s", async (_, leave) => {
	await leave();
	const unlock = await lockBuilds(folder);
	await expect(lockBuilds(folder)).rejects.toThrow("Another build");
	await unlock();
	expect(await readdir(folder)).toEqual([]);
});

test("who was taken for gone does not open the lock of another", async () => {
	const unlock = await lockBuilds(folder);
	await rm(join(folder, "lock"), { recursive: true });
	const unlockOther = await lockBuilds(folder);
	await unlock();
	await expect(lockBuilds(folder)).rejects.toThrow("Another build");
	await unlockOther();
});

test("of many calls and processes at a lock that was left behind one gets in", { timeout: 60_000 }, async () => {
	// Each tries several times at once as soon as it is told to, and keeps what it gets until it is told to let go.
	const program = join(folder, "contend.mjs");
	const module = new URL("lockBuilds.ts", import.meta.url).href;
	await writeFile(
		program,
		`import { lockBuilds } from ${JSON.stringify(module)};
		let got = [];
		process.on("message", async (order) => {
			if (order === "let go") {
				for (const { value } of got) await value();
				process.send("free");
			} else {
				const results = await Promise.allSettled([1, 2, 3].map(() => lockBuilds(${JSON.stringify(folder)})));
				got = results.filter(({ value }) => value);
				const strange = results.find(({ reason }) => reason && !/^Another build/.test(reason.message));
				process.send({ got: got.length, strange: strange?.reason.stack });
			}
		});
		process.send("ready");`,
	);
	const children = Array.from({ length: 8 }, () => fork(program));
	const ask = async (child: ChildProcess, order: string) => {
		child.send(order);
		const [answer] = await once(child, "message");
		return answer as { got: number; strange?: string };
	};
	try {
		await Promise.all(children.map((child) => once(child, "message")));
		for (let round = 0; round < 20; round++) {
			await rm(join(folder, "lock"), { recursive: true, force: true });
			if (round % 2 === 0) await leaveLock(nobody);
			const answers = await Promise.all(children.map((child) => ask(child, "go")));
			expect(answers.map(({ strange }) => strange).find(Boolean)).toBeUndefined();
			expect(answers.reduce((sum, { got }) => sum + got, 0)).toBe(1);
			await Promise.all(children.map((child) => ask(child, "let go")));
		}
	} finally {
		for (const child of children) child.kill();
	}
});
