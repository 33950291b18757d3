import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import puppeteer from "puppeteer-core";

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

type Kind = { name: string; programs: string[]; places: string[]; waysToInstall: string[]; advice: string };

/**
 * The path of a Chromium or Chrome that starts. When the machine has none, Playwright's is downloaded, and where that fails, as root on
 * Debian and its kin, the distribution's installed.
 * @throws Error that says what to do when there is no way
 */
export const findBrowser = async (): Promise<string> =>
	find({
		name: "Chromium or Chrome",
		programs: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
		// Where this system has Chrome, and Playwright its own browser.
		places: [await puppeteer.executablePath("chrome"), chromium.executablePath()],
		waysToInstall: ["npx playwright install chromium", ...aptGet("chromium")],
		advice:
			"The browser tests need Chromium or Chrome, and none could be installed. Install one so that `chromium` or `google-chrome` starts it, or run `npx playwright install --with-deps chromium`.",
	});

/** The path of a Firefox that starts; as root on Debian and its kin it is installed where it is missing. Throws like `findBrowser`. */
export const findFirefox = (): Promise<string> =>
	find({
		name: "Firefox",
		programs: ["firefox", "firefox-esr"],
		places: [
			"/Applications/Firefox.app/Contents/MacOS/firefox",
			join(process.env.ProgramFiles ?? "", "Mozilla Firefox/firefox.exe"),
		],
		// Not Playwright's, which is none that visitors have.
		waysToInstall: aptGet("firefox-esr"),
		advice:
			"There is no Firefox on this machine, and none could be installed: install one so that `firefox` starts it.",
	});

/** What a browser says of itself: `Mozilla Firefox 153.7.0esr`. On Windows it says nothing, and its path stands for it. */
export function tellVersion(path: string): string {
	// There `--version` opens a window instead of answering.
	if (process.platform === "win32") return path;
	return execFileSync(path, ["--version"], { encoding: "utf8", timeout: 20_000, stdio: "pipe" }).trim();
}

/** Nowhere but as root on Debian and its kin. The fonts have Cyrillic letters; browsers bring none. */
function aptGet(browser: string): string[] {
	if (!isRoot || !existsSync("/usr/bin/apt-get")) return [];
	const install = "DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends";
	return [`apt-get update && ${install} ${browser} fonts-dejavu-core`];
}

async function find(kind: Kind): Promise<string> {
	const present = findInstalled(kind);
	if (present) return present;
	for (const command of kind.waysToInstall) {
		console.log(`There is no ${kind.name}: ${command}`);
		spawnSync(command, { shell: true, stdio: "inherit", timeout: 5 * 60_000 });
		const installed = findInstalled(kind);
		if (installed) return installed;
	}
	throw new Error(kind.advice);
}

function findInstalled({ programs, places }: Kind): string | undefined {
	const suffix = process.platform === "win32" ? ".exe" : "";
	const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
	const inPath = programs.flatMap((program) => folders.map((folder) => join(folder, program + suffix)));
	return [...inPath, ...places].find((path) => existsSync(path) && starts(path));
}

/** Ubuntu's chromium-browser, for one, is there and only says that a snap is needed. */
function starts(path: string): boolean {
	try {
		return /chrom|firefox/i.test(tellVersion(path));
	} catch {
		return false;
	}
}
