import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { copyProject } from "../copyProject.ts";
import { isolatedEnvironment } from "../tools/isolation.ts";
import { pagePaths, signPublishWebhook } from "../wire/liveSite.ts";
import { contentfulSecret, type Services, startServices } from "../wire/services.ts";
import { createCompleteContent } from "../wire/testContent.ts";

/** Starts a command of the project in a folder, and kills the process at the end of the test. */
function startCommand(folder: string, name: string, { variables }: Services, flags: string[] = []) {
	const child = spawn(process.execPath, [`scripts/${name}.ts`, ...flags], {
		cwd: folder,
		env: isolatedEnvironment({
			...variables,
			CONTENTFUL_WEBHOOK_SECRET: contentfulSecret,
			PORT: "0",
		}),
		stdio: ["ignore", "pipe", "pipe"],
	});
	const ended = once(child, "exit");
	const kill = async () => {
		child.kill("SIGKILL");
		await ended;
	};
	onTestFinished(kill);
	let output = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding("utf8").on("data", (chunk: string) => {
			output += chunk;
		});
	}
	return {
		output: () => output,
		/** Waits until the output matches a pattern. Returns the first group of the match. */
		async waitForOutput(pattern: RegExp): Promise<string> {
			await expect.poll(() => output, { timeout: 60_000, interval: 5 }).toMatch(pattern);
			return pattern.exec(output)?.[1] ?? "";
		},
		/** Closes the reading ends of the output pipes, so that the command gets EPIPE when it writes. */
		closeOutput() {
			child.stdout.destroy();
			child.stderr.destroy();
		},
		waitForEnd: async () => (await ended)[0] as number | null,
		end: () => child.kill("SIGTERM"),
		kill,
	};
}

async function readPages(url: string): Promise<string[]> {
	const read: string[] = [];
	for (const path of pagePaths) {
		const response = await fetch(url + path);
		const html = await response.text();
		expect([path, response.status, html.endsWith("</html>\n")]).toEqual([path, 200, true]);
		const [, picture] = / src="(\/media\/[^"]+)"/.exec(html) ?? [];
		if (picture)
			expect((await (await fetch(url + picture)).arrayBuffer()).byteLength).toBeGreaterThan(0);
		read.push(html);
	}
	return read;
}

test("npm run dev continues after errors in pages", { timeout: 180_000 }, async () => {
	const content = createCompleteContent();
	content.setTitle("First title");
	const [folder, services] = await Promise.all([copyProject(), startServices(content)]);
	const writePage = (page: string, code: string) =>
		writeFile(join(folder, `pages/${page}/+Page.tsx`), `export function Page() { ${code} }`);
	await writePage("about", `throw new Error("<b>torn</b>");`);
	await writePage(
		"approach",
		`Promise.reject(new Error("late rejection")); setTimeout(() => { throw new Error("late throw"); }); return "";`,
	);
	const dev = startCommand(folder, "dev", services);
	const url = await dev.waitForOutput(/^Developing at (\S+)/m);
	const read = async (path: string) => (await fetch(url + path)).text();

	expect(await read("/")).toContain("First title");
	const failed = await read("/about");
	expect(failed).toContain("<h1>Unexpected Application Error!</h1>");
	expect(failed).not.toContain("<b>torn");
	await read("/approach");
	await Promise.all([dev.waitForOutput(/late rejection/), dev.waitForOutput(/late throw/)]);
	const [, picture = ""] = / src="(\/media\/[^"]+)"/.exec(await read("/ru")) ?? [];
	expect((await fetch(url + picture)).status).toBe(200);

	const body = new URLSearchParams({ email: "ann@example.org", name: "Ann" });
	const subscribed = await fetch(`${url}/api/newsletter/subscribe`, { method: "POST", body });
	expect(subscribed.status).toBe(200);
	expect(await readFile(join(folder, "newsletter-outbox.ndjson"), "utf8")).toContain("ann@");
	dev.end();
	expect(await dev.waitForEnd()).toBe(0);
});

test("npm run versions rolls a running server back", { timeout: 180_000 }, async () => {
	const content = createCompleteContent();
	const [folder, services] = await Promise.all([copyProject(), startServices(content)]);
	content.setTitle("First title");
	const server = startCommand(folder, "start", services);
	const url = await server.waitForOutput(/^Serving .* at (\S+)/m);
	const waitForTitle = (title: string) =>
		expect.poll(async () => (await readPages(url))[0], { timeout: 30_000 }).toContain(title);
	const publish = (title: string) => {
		content.setTitle(title);
		return fetch(`${url}/api/rebuild`, signPublishWebhook());
	};
	const runVersions = async (...flags: string[]) => {
		const command = startCommand(folder, "versions", services, flags);
		return { status: await command.waitForEnd(), output: command.output() };
	};

	await publish("Second title");
	await waitForTitle("Second title");
	const [second = "", first = ""] = (await runVersions()).output.split("\n");
	expect([second, first]).toEqual([
		expect.stringMatching(/Z {2}live$/),
		expect.stringMatching(/Z$/),
	]);

	const rolledBack = await runVersions("--switch", first);
	expect(rolledBack.output).toContain(`${first}  live\nThe site is rolled back.`);
	await waitForTitle("First title");
	await publish("Third title");
	await server.waitForOutput(/The site is rolled back to version \S+Z, so nothing newer/);
	await waitForTitle("First title");
	await runVersions("--release");
	await waitForTitle("Third title");

	const refused = await runVersions("--switch", "2026-01-01");
	expect(refused.status).toBe(1);
	expect(refused.output).toMatch(/✗ There is no version 2026-01-01\.\s+versions: failed after /);
});

const times = 5;

test(`a server killed ${times} times restarts with a complete version`, {
	timeout: times * 60_000,
}, async () => {
	const content = createCompleteContent();
	const publish = (round: number) => content.setTitle(`Round ${round}.`);
	publish(0);
	const [folder, services] = await Promise.all([copyProject(), startServices(content)]);

	async function start() {
		const server = startCommand(folder, "start", services);
		const url = await server.waitForOutput(/^Serving .* at (\S+)/m);
		const [outputBefore = ""] = server.output().split("Serving");
		// The server must keep running after its output is closed.
		server.closeOutput();
		return { server, url, outputBefore };
	}

	async function readRounds(url: string): Promise<number[]> {
		return (await readPages(url)).map((html) => {
			const [round, ...others] = new Set(html.match(/(?<=Round )\d+(?=\.)/g));
			expect(others).toEqual([]);
			return Number(round);
		});
	}

	const unfinished = startCommand(folder, "start", services);
	await wait(Math.random() * 1000);
	await unfinished.kill();
	let { server, url } = await start();
	expect(new Set(await readRounds(url))).toEqual(new Set([0]));
	for (let round = 1; round <= times; round++) {
		publish(round);
		await fetch(`${url}/api/rebuild`, signPublishWebhook());
		await wait(Math.random() * 500);
		await server.kill();
		const restarted = await start();
		server = restarted.server;
		url = restarted.url;
		expect(restarted.outputBefore, "a build before the first page").not.toContain("Render");
		const rounds = await readRounds(url);
		expect(rounds.filter((found) => found !== round - 1 && found !== round)).toEqual([]);
		await expect
			.poll(async () => new Set(await readRounds(url)), { timeout: 30_000 })
			.toEqual(new Set([round]));
	}
});
