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

type Command = [program: string, ...args: string[]];

type Places = Partial<Record<NodeJS.Platform, string[]>>;

type Kind = {
	name: string;
	/** How its program is called where programs are looked for. */
	programNames: string[];
	/** Where it is on a machine of this kind. */
	usualPlaces: string[];
	waysToInstall: { name: string; commands: Command[] }[];
	/** What to do when nothing helps. */
	advice: string;
};

const applications = ["/Applications", join(process.env.HOME ?? "", "Applications")];
const programFolders = ["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"].flatMap((name) => process.env[name] ?? []);

const chromiumPlaces: Places = {
	linux: ["/opt/google/chrome/chrome", "/usr/lib/chromium/chromium", "/snap/bin/chromium"],
	darwin: applications.flatMap((folder) => [
		join(folder, "Google Chrome.app/Contents/MacOS/Google Chrome"),
		join(folder, "Chromium.app/Contents/MacOS/Chromium"),
	]),
	win32: programFolders.flatMap((folder) => [
		join(folder, "Google/Chrome/Application/chrome.exe"),
		join(folder, "Chromium/Application/chrome.exe"),
	]),
};

const firefoxPlaces: Places = {
	linux: ["/usr/lib/firefox/firefox", "/opt/firefox/firefox", "/snap/bin/firefox"],
	darwin: applications.map((folder) => join(folder, "Firefox.app/Contents/MacOS/firefox")),
	win32: programFolders.map((folder) => join(folder, "Mozilla Firefox/firefox.exe")),
};

const chromiumKind: Kind = {
	name: "Chromium or Chrome",
	programNames: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
	usualPlaces: [...(chromiumPlaces[process.platform] ?? []), chromium.executablePath()],
	waysToInstall: [
		{ name: "playwright install", commands: [[process.execPath, playwrightProgram(), "install", "chromium"]] },
		...aptGet("chromium"),
	],
	advice:
		"The browser tests need Chromium or Chrome, and none could be installed. Install one so that `chromium` or `google-chrome` starts it, or run `npx playwright install --with-deps chromium`.",
};

const firefoxKind: Kind = {
	name: "Firefox",
	programNames: ["firefox", "firefox-esr"],
	usualPlaces: firefoxPlaces[process.platform] ?? [],
	// Not Playwright's, which is none that visitors have.
	waysToInstall: aptGet("firefox-esr"),
	advice: "There is no Firefox on this machine, and none could be installed: install one so that `firefox` starts it.",
};

/** Milliseconds. */
const installTime = 5 * 60_000;
const startTime = 20_000;

/**
 * The path of a Chromium or Chrome that starts. When the machine has none, Playwright's is downloaded, and where that fails, as root on
 * Debian and its kin, the distribution's installed. Throws what to do when there is no way.
 */
export const findBrowser = (): Promise<string> => find(chromiumKind);

/** The path of a Firefox that starts; as root on Debian and its kin it is installed where it is missing. Throws like `findBrowser`. */
export const findFirefox = (): Promise<string> => find(firefoxKind);

/** What a browser says of itself: `Mozilla Firefox 153.7.0esr`. On Windows it says nothing, and its path stands for it. */
export async function tellVersion(path: string): Promise<string> {
	// There `--version` opens a window instead of answering.
	if (process.platform === "win32") return path;
	const { stdout } = await run(path, ["--version"], { timeout: startTime });
	return stdout.trim();
}

async function find(kind: Kind): Promise<string> {
	const present = await findInstalled(kind);
	if (present) return present;

	const failures: string[] = [];
	for (const { name, commands } of kind.waysToInstall) {
		console.log(`There is no ${kind.name}: installing one with ${name} …`);
		try {
			for (const [program, ...args] of commands) {
				const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
				await run(program, args, { timeout: installTime, env, maxBuffer: 64 * 1024 * 1024 });
			}
			const installed = await findInstalled(kind);
			if (installed) return installed;
			failures.push(`What ${name} installed does not start: the system lacks libraries it needs.`);
		} catch (error) {
			const { message, stdout, stderr } = error as Error & { stdout?: string; stderr?: string };
			failures.push([message, stdout, stderr].filter(Boolean).join("\n"));
		}
	}
	throw new Error([kind.advice, ...failures].join("\n\n"));
}

function playwrightProgram(): string {
	return join(dirname(createRequire(import.meta.url).resolve("@playwright/test/package.json")), "cli.js");
}

/** Nowhere but as root on Debian and its kin. */
function aptGet(browser: string): Kind["waysToInstall"] {
	if (!isRoot || !existsSync("/usr/bin/apt-get")) return [];
	// The fonts have Cyrillic letters; browsers bring none.
	const packages = [browser, "fonts-dejavu-core"];
	const commands: Command[] = [
		["apt-get", "update"],
		["apt-get", "install", "-y", "--no-install-recommends", ...packages],
	];
	return [{ name: "apt-get", commands }];
}

async function findInstalled(kind: Kind): Promise<string | undefined> {
	const suffix = process.platform === "win32" ? ".exe" : "";
	const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
	const candidates = [
		...kind.programNames.flatMap((name) => folders.map((folder) => join(folder, name + suffix))),
		...kind.usualPlaces,
	];
	for (const path of candidates) {
		if (path && existsSync(path) && (await starts(path))) return path;
	}
	return undefined;
}

/** Ubuntu's chromium-browser, for one, is there and only says that a snap is needed. */
async function starts(path: string): Promise<boolean> {
	try {
		return /chrom|firefox/i.test(await tellVersion(path));
	} catch {
		return false;
	}
}
