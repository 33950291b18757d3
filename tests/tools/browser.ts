import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import puppeteer from "puppeteer-core";

const isRoot = process.getuid?.() === 0;

/** Arguments of Chromium, beside those of Playwright and puppeteer: no graphics card, and no other machine is reached. */
export const browserArguments = [
	"--disable-component-update",
	"--disable-gpu",
	"--disable-quic",
	"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
];
// Its sandbox refuses to start for root.
if (isRoot) browserArguments.push("--no-sandbox");

/**
 * Preferences of Firefox with which no other machine is reached: all but this one lie behind a proxy on a closed port.
 * https://searchfox.org/mozilla-central/source/modules/libpref/init/all.js
 */
export const firefoxPreferences = {
	"network.proxy.type": 1,
	"network.proxy.http": "127.0.0.1",
	"network.proxy.http_port": 9,
	"network.proxy.ssl": "127.0.0.1",
	"network.proxy.ssl_port": 9,
	// DNS over HTTPS off.
	"network.trr.mode": 5,
};

/**
 * The path of a Chromium or Chrome that starts. When the machine has none, Playwright's is downloaded, and where that fails, as root on
 * Debian and its kin, the distribution's installed.
 * @throws Error that says what to do when there is no way
 */
export async function findBrowser(): Promise<string> {
	const places = [await puppeteer.executablePath("chrome"), chromium.executablePath()];
	const ways = ["npx playwright install chromium", ...aptGet("chromium")];
	return find(["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"], places, ways);
}

/** The path of a Firefox that starts: not Playwright's, which is none that visitors have. Is installed as root, and throws, like `findBrowser`. */
export async function findFirefox(): Promise<string> {
	const places = ["/Applications/Firefox.app/Contents/MacOS/firefox", "C:/Program Files/Mozilla Firefox/firefox.exe"];
	return find(["firefox", "firefox-esr"], places, aptGet("firefox-esr"));
}

/**
 * Returns a browser's version, `Mozilla Firefox 153.7.0esr`, and nothing when it does not start: Ubuntu's chromium-browser only
 * says that a snap is needed. On Windows, where it would open a window instead, its path.
 */
export function tellVersion(path: string): string {
	if (process.platform === "win32") return path;
	const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 20_000 });
	return status === 0 ? stdout.trim() : "";
}

/** Nowhere but as root on Debian and its kin. The fonts have Cyrillic letters; browsers bring none. */
function aptGet(browser: string): string[] {
	if (!isRoot || !existsSync("/usr/bin/apt-get")) return [];
	const install = "DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends";
	return [`apt-get update && ${install} ${browser} fonts-dejavu-core`];
}

/** Looks in the PATH and the usual places, and again after each way to install it. */
function find(programs: string[], places: string[], [way, ...others]: string[]): string {
	const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
	const inPath = programs.flatMap((program) => folders.map((folder) => join(folder, program)));
	const found = [...inPath, ...places].find((path) => existsSync(path) && /chrom|firefox/i.test(tellVersion(path)));
	if (found) return found;
	const fault = `There is no ${programs[0]} on this machine`;
	if (!way) throw new Error(`${fault}, and none could be installed: install one so that \`${programs[0]}\` starts it.`);
	console.log(`${fault}: ${way}`);
	spawnSync(way, { shell: true, stdio: "inherit", timeout: 5 * 60_000 });
	return find(programs, places, others);
}
