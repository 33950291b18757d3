import { spawnSync } from "node:child_process";
import { readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { claimMail } from "../../api/mail/mailLimits.ts";
import { makeFolder } from "../../tests/folders.ts";
import { replaceTimers, setTime } from "../../tests/standIns.ts";
import { openNewsletterFiles } from "./newsletterFiles.ts";

let folder: string;
let outboxFile: string;
beforeEach(async () => {
	const parent = await makeFolder();
	folder = join(parent, "mails");
	outboxFile = join(parent, "outbox");
});

test("a folder that cannot be written is logged each hour", async () => {
	replaceTimers({ toFake: ["setInterval"] });
	const logged = vi.spyOn(console, "error").mockReturnValue();
	openNewsletterFiles({ folder });
	await rm(folder, { recursive: true });
	await writeFile(folder, "");
	vi.advanceTimersByTime(3_600_000);
	expect(logged).toHaveBeenCalledExactlyOnceWith(
		expect.stringContaining("Counts of mails: EEXIST"),
	);
});

test("counts are private, survive restarts, and last a day", async () => {
	setTime("2026-11-22T12:00Z");
	const claim = async () => {
		const { updateCounts } = openNewsletterFiles({ folder });
		return claimMail(updateCounts, "key", "anna@reader.example", "203.0.113.9");
	};
	await claim();
	expect((await claim()).limit).toBe("pending");
	const file = join(folder, "2026-11-22.json");
	expect(await readFile(file, "utf8")).not.toMatch(/anna|reader|203\.0/);
	expect((await stat(file)).mode & 0o077).toBe(0);
	setTime("2026-11-23T00:00Z");
	openNewsletterFiles({ folder });
	expect(await readdir(folder)).toEqual([]);
});

test("a full disk damages no other line of the outbox", async () => {
	const script = `import { openNewsletterFiles } from "./scripts/server/newsletterFiles.ts";
const { outbox } = openNewsletterFiles(${JSON.stringify({ folder, outboxFile })});
process.on("SIGXFSZ", () => {});
for (const name of ["a", "b", "c"]) await outbox({ name: name.repeat(400) }).catch(() => {});
`;
	// Files can have 1 KiB.
	const limited = 'ulimit -f 1; exec "$0" --input-type=module -e "$1"';
	const run = spawnSync("bash", ["-c", limited, process.execPath, script], { encoding: "utf8" });
	expect(run.stderr).toBe("");
	await openNewsletterFiles({ folder, outboxFile }).outbox({ name: "d".repeat(400) });
	const lines = (await readFile(outboxFile, "utf8")).split("\n").map((line) => line.length);
	expect(lines).toEqual([411, 411, 411, 0]);
});

test("a full outbox refuses further lines", async () => {
	await writeFile(outboxFile, "");
	await truncate(outboxFile, 20 * 1024 * 1024);
	const { outbox } = openNewsletterFiles({ folder, outboxFile });
	await expect(outbox({})).rejects.toThrow(`${outboxFile} is full.`);
});
