import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";

const run = promisify(execFile);

const isRoot = process.getuid?.() === 0;

/** For Chromium started by Playwright: nothing that calls out or needs a graphics card. */
export const browserArguments = [
	// Chromium's sandbox refuses to start for root.
	...(isRoot ? ["--no-sandbox"] : []),
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

const programNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

const usualPlaces: Partial<Record<NodeJS.Platform, string[]>> = {
	linux: ["/opt/google/chrome/chrome", "/usr/lib/chromium/chromium", "/snap/bin/chromium"],
	darwin: ["/Applications", join(process.env.HOME ?? "", "Applications")].flatMap((folder) => [
		join(folder, "Google Chrome.app/Contents/MacOS/Google Chrome"),
		join(folder, "Chromium.app/Contents/MacOS/Chromium"),
	]),
	win32: ["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"].flatMap((name) => {
		const folder = process.env[name];
		return folder
			? [join(folder, "Google/Chrome/Application/chrome.exe"), join(folder, "Chromium/Application/chrome.exe")]
			: [];
	}),
};

/** Milliseconds. */
const installTime = 5 * 60_000;
const startTime = 20_000;

/**
 * The path of a Chromium or Chrome that starts. When the machine has none, Playwright's is downloaded, and where that fails, as root on
 * Debian and its kin, the distribution's installed. Throws what to do when there is no way.
 */
export async function findBrowser(): Promise<string> {
	const present = await findInstalledBrowser();
	if (present) return present;

	const failures: string[] = [];
	for (const { name, commands } of waysToInstall()) {
		console.log(`There is no Chromium or Chrome: installing one with ${name} …`);
		try {
			for (const [program, ...args] of commands) {
				const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
				await run(program, args, { timeout: installTime, env, maxBuffer: 64 * 1024 * 1024 });
			}
			const installed = await findInstalledBrowser();
			if (installed) return installed;
			failures.push(`What ${name} installed does not start: the system lacks libraries it needs.`);
		} catch (error) {
			const { message, stdout, stderr } = error as Error & { stdout?: string; stderr?: string };
			failures.push([message, stdout, stderr].filter(Boolean).join("\n"));
		}
	}
	throw new Error(
		`The browser tests need Chromium or Chrome, and none could be installed. Install one so that \`chromium\` or \`google-chrome\` starts it, or run \`npx playwright install --with-deps chromium\`.\n\n${failures.join("\n\n")}`,
	);
}

type Command = [program: string, ...args: string[]];

function waysToInstall(): { name: string; commands: Command[] }[] {
	const playwright = join(dirname(createRequire(import.meta.url).resolve("@playwright/test/package.json")), "cli.js");
	const ways: { name: string; commands: Command[] }[] = [
		{ name: "playwright install", commands: [[process.execPath, playwright, "install", "chromium"]] },
	];
	if (isRoot && existsSync("/usr/bin/apt-get")) {
		// The fonts have Cyrillic letters; chromium itself brings none.
		const packages = ["chromium", "fonts-dejavu-core"];
		const commands: Command[] = [
			["apt-get", "update"],
			["apt-get", "install", "-y", "--no-install-recommends", ...packages],
		];
		ways.push({ name: "apt-get", commands });
	}
	return ways;
}

async function findInstalledBrowser(): Promise<string | undefined> {
	const suffix = process.platform === "win32" ? ".exe" : "";
	const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
	const candidates = [
		...programNames.flatMap((name) => folders.map((folder) => join(folder, name + suffix))),
		...(usualPlaces[process.platform] ?? []),
		chromium.executablePath(),
	];
	for (const path of candidates) {
		if (path && existsSync(path) && (await starts(path))) return path;
	}
	return undefined;
}

/** Ubuntu's chromium-browser, for one, is there and only says that a snap is needed. */
async function starts(path: string): Promise<boolean> {
	// On Windows `--version` opens a window instead of answering.
	if (process.platform === "win32") return true;
	try {
		const { stdout } = await run(path, ["--version"], { timeout: startTime });
		return /chrom/i.test(stdout);
	} catch {
		return false;
	}
}
