import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { hashCode } from "../../scripts/render/hashCode.ts";
import { obtainBundle } from "../../scripts/render/obtainBundle.ts";
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

test("npm run dev continues after errors in pages, and serves the functions of the site", {
	timeout: 180_000,
}, async () => {
	const content = createCompleteContent();
	content.setTitle("First title");
	const [folder, services] = await Promise.all([copyProject(), startServices(content)]);
	const writePage = (page: string, code: string) =>
		writeFile(join(folder, `pages/${page}/+Page.tsx`), code);
	const createPage = (code: string) => `export function Page(): string { ${code} }`;
	await writePage("about", createPage(`throw new Error("<b>torn</b>");`));
	await writePage(
		"approach",
		createPage(
			`Promise.reject(new Error("late rejection")); setTimeout(() => { throw new Error("late throw"); }); return "";`,
		),
	);
	const dev = startCommand(folder, "dev", services);
	const url = await dev.waitForOutput(/^Developing at (\S+)/m);
	const fetchText = async (path: string, init?: RequestInit) => {
		const response = await fetch(url + path, init);
		return { status: response.status, text: await response.text() };
	};

	expect(await fetchText("/")).toMatchObject({
		status: 200,
		text: expect.stringContaining("First title"),
	});
	const failed = await fetchText("/about");
	expect(failed.status).toBe(500);
	expect(failed.text).toContain("<h1>Unexpected Application Error!</h1>");
	expect(failed.text).not.toContain("<b>torn");
	expect((await fetchText("/approach")).status).toBe(200);
	await Promise.all([dev.waitForOutput(/late rejection/), dev.waitForOutput(/late throw/)]);
	expect((await fetchText("/")).status).toBe(200);

	const subscription = { email: "ann@example.org", name: "Ann" };
	const body = JSON.stringify(subscription);
	const headers = { "Content-Type": "application/json" };
	expect(
		(await fetchText("/api/newsletter/subscribe", { method: "POST", headers, body })).status,
	).toBe(200);
	expect(
		JSON.parse(await readFile(join(folder, "newsletter-outbox.ndjson"), "utf8")),
	).toMatchObject(subscription);
	expect((await fetchText("/api/nothing")).status).toBe(404);

	content.setTitle("Second title");
	expect((await fetchText("/api/rebuild", signPublishWebhook())).status).toBe(202);
	await vi.waitFor(async () => expect((await fetchText("/")).text).toContain("Second title"), {
		timeout: 30_000,
		interval: 200,
	});
	dev.end();
	expect(await dev.waitForEnd()).toBe(0);
});

test("npm run versions rolls a running server back and forward again, and no request fails meanwhile", {
	timeout: 180_000,
}, async () => {
	const content = createCompleteContent();
	const [folder, services] = await Promise.all([copyProject(), startServices(content)]);
	content.setTitle("First title");
	const server = startCommand(folder, "start", services);
	const url = await server.waitForOutput(/^Serving .* at (\S+)/m);
	const readTitle = async () =>
		/(First|Second|Third) title/.exec((await readPages(url))[0] ?? "")?.[1];
	const waitForTitle = (title: string) =>
		vi.waitFor(async () => expect(await readTitle()).toBe(title), {
			timeout: 30_000,
			interval: 100,
		});
	const publish = () => fetch(`${url}/api/rebuild`, signPublishWebhook());
	const runVersions = async (...flags: string[]) => {
		const command = startCommand(folder, "versions", services, flags);
		expect([await command.waitForEnd(), command.output()]).toEqual([0, expect.any(String)]);
		return command.output();
	};

	content.setTitle("Second title");
	await publish();
	await waitForTitle("Second");
	const [secondLine = "", first = ""] = (await runVersions()).split("\n");
	const [second = "", mark] = secondLine.split("  ");
	expect([second, mark, first]).toEqual([
		expect.stringMatching(/Z$/),
		"live",
		expect.stringMatching(/Z$/),
	]);

	const visits = new AbortController();
	const visiting = (async () => {
		while (!visits.signal.aborted) await readPages(url);
	})();
	expect(await runVersions("--back")).toContain(`A running server shows version ${first}`);
	await waitForTitle("First");
	content.setTitle("Third title");
	await publish();
	await server.waitForOutput(
		/The site is rolled back to version \S+Z, so nothing newer is published/,
	);
	expect(await readTitle()).toBe("First");
	await runVersions("--switch", second);
	await waitForTitle("Second");
	await runVersions("--release");
	await publish();
	await waitForTitle("Third");
	visits.abort();
	await visiting;

	const refused = startCommand(folder, "versions", services, ["--switch", "2026-01-01"]);
	expect(await refused.waitForEnd()).toBe(1);
	expect(refused.output()).toMatch(/✗ There is no version 2026-01-01\.\s+versions: failed after /);
});

const times = 10;

/**
 * Copies the project and the bundle of its renderer, so that the first start in the copy does not have to create the
 * bundle.
 */
async function copyBundledProject(): Promise<string> {
	const code = await hashCode(process.cwd());
	const [folder, bundle] = await Promise.all([
		copyProject(),
		obtainBundle(".cache/bundles", code, () => {}),
	]);
	await cp(bundle, join(folder, ".cache/bundles", code), { recursive: true });
	return folder;
}

test(`a server killed ${times} times restarts with a complete version`, {
	timeout: times * 60_000,
}, async () => {
	const content = createCompleteContent();
	const publish = (round: number) => content.setTitle(`Round ${round}.`);
	publish(0);
	const [folder, services] = await Promise.all([copyBundledProject(), startServices(content)]);

	async function start() {
		const startedAt = performance.now();
		const server = startCommand(folder, "start", services);
		const url = await server.waitForOutput(/^Serving .* at (\S+)/m);
		const [outputBefore = ""] = server.output().split("Serving");
		// The server must keep running after its output is closed.
		server.closeOutput();
		return { server, url, outputBefore, startMs: performance.now() - startedAt };
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
	const restarts: number[] = [];
	for (let round = 1; round <= times; round++) {
		publish(round);
		await fetch(`${url}/api/rebuild`, signPublishWebhook());
		await wait(Math.random() * 500);
		await server.kill();
		const restarted = await start();
		server = restarted.server;
		url = restarted.url;
		restarts.push(Math.round(restarted.startMs));
		expect(restarted.outputBefore, "a build before the first page").not.toContain("Render");
		const rounds = await readRounds(url);
		expect(rounds.filter((found) => found !== round - 1 && found !== round)).toEqual([]);
		expect(rounds).toEqual(rounds.toSorted((a, b) => a - b));
		await expect
			.poll(async () => new Set(await readRounds(url)), { timeout: 30_000 })
			.toEqual(new Set([round]));
	}
	console.log(`Milliseconds until the server was back: ${restarts.join(", ")}`);
});
