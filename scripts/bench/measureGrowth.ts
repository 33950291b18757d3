import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";
import { startDemo } from "../../demo/startDemo.ts";
import { browserArguments, findBrowser } from "../../tests/tools/browser.ts";
import { Versions } from "../publish/Versions.ts";
import { startHttpServer } from "../server/startHttpServer.ts";
import { listFiles } from "../shared/listFiles.ts";
import { growDemo } from "./growDemo.ts";
import { audit } from "./measurePages.ts";

/** Numbers of entries for each entry of the demo. */
const factors = [1, 10, 100];

/** Program that runs a task for each line of its input, and prints its time, and the most memory that it has used. */
const program = `
import { createInterface } from "node:readline";
import { requireEnvironment } from "./environment/environment.server.ts";
import { buildSite } from "./scripts/publish/buildSite.ts";
import { publishVersion } from "./scripts/publish/publishVersion.ts";
import { Versions } from "./scripts/publish/Versions.ts";
import { hashCode } from "./scripts/render/hashCode.ts";

const [task, root] = process.argv.slice(1);
const environment = requireEnvironment();
const versions = new Versions(root + "/versions");
const options = { cacheFolder: root + "/cache", codeHash: await hashCode(), log: () => {} };
const tasks = {
	build: () => buildSite(environment, { ...options, root }),
	publish: () => publishVersion(environment, versions, options),
};
for await (const _ of createInterface({ input: process.stdin })) {
	const start = performance.now();
	await tasks[task]();
	const seconds = (performance.now() - start) / 1_000;
	console.log(JSON.stringify({ seconds, megabytes: process.resourceUsage().maxRSS / 1_000 }));
}
process.exit();`;

/**
 * Measures builds, publications of one changed text, and the heaviest page, with 1, 10 and 100 times the entries of the
 * demo. Prints a table, whose last column compares the last two.
 */
export async function measureGrowth(runs: number): Promise<void> {
	await mkdir(".cache", { recursive: true });
	// Inside the project, because Vite does not write to folders outside of it.
	const root = await mkdtemp(".cache/bench-");
	const columns: Record<string, number>[] = [];
	try {
		for (const factor of factors) columns.push(await measureFactor(factor, root, runs));
	} finally {
		await rm(root, { recursive: true, force: true });
	}
	const [, ten = {}, hundred = {}] = columns;
	const growth = Object.entries(ten).map(([name, value]) => {
		return { name, times: round((hundred[name] ?? 0) / value) };
	});
	const table = growth.map(({ name, times }) => {
		const values = columns.map((column, index) => [`× ${factors[index]}`, round(column[name])]);
		return [name, { ...Object.fromEntries(values), "100 : 10": times }];
	});
	console.table(Object.fromEntries(table));
	const excessive = growth.filter(({ times }) => times > 10).map(({ name }) => name);
	console.log(`More than in proportion: ${excessive.join(", ") || "nothing"}`);
}

async function measureFactor(factor: number, root: string, runs: number) {
	const { space, sales } = await growDemo(factor);
	const demo = await startDemo({ space, sales });
	const { contentfulRequests, stripeRequests, environment } = demo;
	const start = (task: string) => startProgram([task, root], environment);
	const preparation = start("build");
	const building = start("build");
	const publishing = start("publish");
	try {
		// The first build and the first publication fetch and encode pictures, and compress all pages.
		await preparation.runTask();
		const build = await building.runTask();
		await publishing.runTask();
		const review = space.entries.find(({ sys }) => sys.contentType?.sys.id === "review");
		const publications: Result[] = [];
		while (publications.length < runs) {
			const name = `Reader ${publications.length}`;
			// Changes the entry in place, because the demo's stand-in for Contentful serves this object.
			Object.assign(review?.fields ?? {}, { name: { "en-US": name, ru: name } });
			contentfulRequests.length = 0;
			stripeRequests.length = 0;
			publications.push(await publishing.runTask());
		}
		publications.sort((a, b) => a.seconds - b.seconds);
		const publication = publications[runs >> 1];
		const versions = new Versions(join(root, "versions"));
		const page = await measureHeaviestPage(versions.findLiveFolder());
		await rm(versions.folder, { recursive: true });
		return {
			entries: space.entries.length,
			prices: sales.prices.length,
			"content KB": Buffer.byteLength(JSON.stringify(space)) / 1_000,
			"build s": build.seconds,
			"build MB": build.megabytes,
			"publication s": publication?.seconds ?? 0,
			"publication MB": publication?.megabytes ?? 0,
			// Contentful does not count requests of files.
			"calls of Contentful": contentfulRequests.filter((line) => line.includes("/spaces/")).length,
			"calls of Stripe": stripeRequests.length,
			...page,
		};
	} finally {
		for (const { end } of [preparation, building, publishing]) end();
		await demo.close();
	}
}

type Result = { seconds: number; megabytes: number };

/** Starts the program in a process of its own. */
function startProgram(parameters: string[], services: Record<string, string>) {
	const variables = { ...process.env, ...services, SITE_URL: "https://bench.example" };
	const child = spawn(process.execPath, ["--input-type=module", "--eval", program, ...parameters], {
		env: variables,
		stdio: ["pipe", "pipe", "inherit"],
	});
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	return {
		async runTask(): Promise<Result> {
			child.stdin.write("\n");
			const { value, done } = await lines.next();
			if (done) throw new Error(`The program ${parameters[0]} has ended.`);
			return JSON.parse(value);
		},
		end: () => child.stdin.end(),
	};
}

/** Measures the heaviest page of a version on a slow phone. */
async function measureHeaviestPage(versionFolder: string) {
	const client = join(versionFolder, "client");
	const pages = (await listFiles(client)).filter((file) => file.endsWith(".html"));
	const sizeOf = async (file: string) => (await stat(join(client, file))).size / 1_000;
	const sized = await Promise.all(
		pages.map(async (file) => ({ file, kilobytes: await sizeOf(file) })),
	);
	sized.sort((a, b) => b.kilobytes - a.kilobytes);
	const [{ file, kilobytes } = { file: "", kilobytes: 0 }] = sized;
	const server = await startHttpServer({ listVersions: () => [versionFolder], port: 0 });
	const executablePath = await findBrowser();
	const browser = await puppeteer.launch({ executablePath, args: browserArguments });
	try {
		const port = Number(new URL(browser.wsEndpoint()).port);
		const url = `${server.url}/${file.replace(/(index)?\.html$/, "")}`;
		const measured = await audit(url, port, () => {});
		return {
			pages: pages.length,
			"heaviest page KB": kilobytes,
			"compressed KB": await sizeOf(`${file}.br`),
			"first paint ms": measured["first paint ms"],
			"largest paint ms": measured["largest paint ms"],
			"blocking ms": measured["blocking ms"],
		};
	} finally {
		await Promise.all([browser.close(), server.close()]);
	}
}

/** Rounds to one digit after the point. */
const round = (value = 0) => Math.round(value * 10) / 10;
