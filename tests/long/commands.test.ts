import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { copyProject } from "../copyProject.ts";
import { createCompleteContent } from "../testContent.ts";
import { isolatedEnvironment } from "../tools/isolation.ts";
import { pagePaths, signPublishWebhook } from "../wire/liveSite.ts";
import { contentfulSecret, type Services, startServices } from "../wire/services.ts";

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
		waitForEnd: async () => (await ended)[0] as number | null,
		end: () => child.kill("SIGTERM"),
		kill,
	};
}

const servingPattern = /^Serving .* at (\S+)/m;

/** Reads all pages, which must be complete. */
const readPages = (url: string) =>
	Promise.all(
		pagePaths.map(async (path) => {
			const response = await fetch(url + path);
			const html = await response.text();
			expect([path, response.status, html.endsWith("</html>\n")]).toEqual([path, 200, true]);
			return html;
		}),
	);

const publish = (url: string) => fetch(`${url}/api/rebuild`, signPublishWebhook());

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

	dev.end();
	expect(await dev.waitForEnd()).toBe(0);
});

test("npm run versions rolls a running server back", { timeout: 180_000 }, async () => {
	const content = createCompleteContent();
	const [folder, services] = await Promise.all([copyProject(), startServices(content)]);
	content.setTitle("First title");
	const server = startCommand(folder, "start", services);
	const url = await server.waitForOutput(servingPattern);
	const waitForTitle = (title: string) =>
		expect.poll(async () => (await readPages(url))[0], { timeout: 30_000 }).toContain(title);
	const runVersions = async (...flags: string[]) => {
		const command = startCommand(folder, "versions", services, flags);
		return { status: await command.waitForEnd(), output: command.output() };
	};

	content.setTitle("Second title");
	await publish(url);
	await waitForTitle("Second title");
	const { output } = await runVersions();
	const [, first = ""] = /^\S+Z {2}live {2}no newer page.*\n(\S+Z)\n/.exec(output) ?? [];
	const rolledBack = await runVersions("--switch", first);
	expect(rolledBack.output).toContain(`${first}  live\nThe site is rolled back.`);
	await waitForTitle("First title");
	await publish(url);
	await server.waitForOutput(/The site is rolled back to version \S+Z; version/);
	await runVersions("--release");
	await waitForTitle("Second title");

	const refused = await runVersions("--switch", "2026-01-01");
	expect(refused.status).toBe(1);
	expect(refused.output).toMatch(/✗ There is no version 2026-01-01\.\s+versions: failed after /);
});

test("a server killed at any time restarts with a complete version", {
	timeout: 300_000,
}, async () => {
	const content = createCompleteContent();
	content.setTitle("Round 0.");
	const [folder, services] = await Promise.all([copyProject(), startServices(content)]);
	const readRounds = async (url: string) => {
		const rounds = (await readPages(url)).flatMap((html) => html.match(/(?<=Round )\d+(?=\.)/g));
		return [...new Set(rounds)].map(Number);
	};

	for (let round = 0; round <= 5; round++) {
		const server = startCommand(folder, "start", services);
		// The first server is killed before it has a version.
		if (round > 0) {
			const url = await server.waitForOutput(servingPattern);
			const [outputBefore] = server.output().split("Serving");
			if (round > 1) expect(outputBefore, "a build before the first page").not.toContain("Live:");
			const shown = await readRounds(url);
			expect(shown.filter((found) => found < round - 2 || found >= round)).toEqual([]);
			await expect.poll(() => readRounds(url), { timeout: 30_000 }).toEqual([round - 1]);
			content.setTitle(`Round ${round}.`);
			await publish(url);
		}
		await wait(Math.random() * 500);
		await server.kill();
	}
});
