import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "../folders.ts";
import { isolatedEnvironment } from "../tools/isolation.ts";

const configFile = JSON.stringify(resolve("playwright.config.ts"));

/** Configuration of Playwright with another server and another test, so that neither a build nor a browser is needed. */
const files = {
	"playwright.config.js": `import config from ${configFile};
		const webServer = { ...config.webServer, command: "node server.js", url: undefined, stdout: "pipe" };
		webServer.wait = { stdout: /listening/ };
		export default { ...config, testDir: ".", reporter: "line", webServer };`,
	"server.js": `import { createServer } from "node:http";
		const server = createServer((request, response) => response.end());
		server.listen(0, "127.0.0.1", () => console.log("listening", server.address().port, process.pid));`,
	"waiting.spec.js": `import { test } from "@playwright/test";
		test("waits", () => new Promise(() => {}));`,
};

test("SIGTERM to the process group of the browser tests also ends their server", async () => {
	const folder = await makeFolder({ parent: ".cache/tests", files });
	const command = [resolve("node_modules/@playwright/test/cli.js"), "test", "--project=desktop"];
	const env = isolatedEnvironment();
	const runner = spawn(process.execPath, command, { cwd: folder, env, detached: true });
	const group = -(runner.pid ?? Number.NaN);
	let output = "";
	for (const stream of [runner.stdout, runner.stderr]) {
		stream.setEncoding("utf8").on("data", (chunk: string) => {
			output += chunk;
		});
	}
	await expect.poll(() => output, { timeout: 20_000 }).toMatch(/listening \d+ \d+/);
	const [, port, serverId] = /listening (\d+) (\d+)/.exec(output) ?? [];
	onTestFinished(() => {
		for (const id of [group, Number(serverId)]) killIfRunning(id);
	});
	const isServing = () =>
		fetch(`http://127.0.0.1:${port}`).then(
			() => true,
			() => false,
		);
	expect(await isServing()).toBe(true);
	process.kill(group, "SIGTERM");
	await once(runner, "exit");
	await expect.poll(isServing).toBe(false);
});

/** Kills a process or, with a negative id, a process group. */
function killIfRunning(id: number): void {
	try {
		process.kill(id, "SIGKILL");
	} catch {
		// `process.kill` throws when the process has ended already.
	}
}
