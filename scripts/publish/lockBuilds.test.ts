import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { lockBuilds } from "./lockBuilds.ts";

const program = `
	import { lockBuilds } from "./scripts/publish/lockBuilds.ts";
	globalThis.unlock = await lockBuilds(process.argv[1]);
	console.log("locked");
	setInterval(() => {}, 1000);
`;

test("keeps others out until it is let go, or its process is killed", async () => {
	const folder = await makeFolder();
	const child = spawn(process.execPath, ["--input-type=module", "--eval", program, folder]);
	await once(child.stdout, "data");
	await expect(lockBuilds(folder)).rejects.toThrow(`Another build (process ${child.pid}) is under way.`);
	child.kill("SIGKILL");
	await once(child, "exit");
	for (let turn = 0; turn < 2; turn++) {
		const unlock = await lockBuilds(folder);
		await expect(lockBuilds(folder)).rejects.toThrow(`Another build (process ${process.pid}) is under way.`);
		unlock();
	}
});
