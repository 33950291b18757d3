import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import puppeteer from "puppeteer-core";

const isRoot = process.getuid?.() === 0;

/** Chromium arguments that prevent requests to other machines. Playwright and puppeteer add arguments of their own. */
export const browserArguments = [
	"--disable-component-update",
	"--disable-gpu",
	"--disable-quic",
	"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
];
// Chromium's sandbox does not work for the user root.
if (isRoot) browserArguments.push("--no-sandbox");

/**
 * Firefox preferences that make requests to other machines fail: the proxy is a closed port of this machine.
 * https://searchfox.org/mozilla-central/source/modules/libpref/init/all.js
 */
export const firefoxPreferences = {
	"network.proxy.type": 1,
	"network.proxy.http": "127.0.0.1",
	"network.proxy.http_port": 9,
	"network.proxy.ssl": "127.0.0.1",
	"network.proxy.ssl_port": 9,
	// Disables DNS over HTTPS, which would send DNS look-ups to another machine.
	"network.trr.mode": 5,
};

/**
 * Returns the path of Chromium or Chrome. Tries in this order: (1) an installed browser; (2) a download of Playwright's
 * Chromium; (3) the package of Debian or Ubuntu, if this process is run by root.
 * @throws Error with advice if no browser could be installed
 */
export async function findBrowser(): Promise<string> {
	const places = [await puppeteer.executablePath("chrome"), chromium.executablePath()];
	const commands = ["npx playwright install chromium", ...aptGet("chromium")];
	return findOrInstall(["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"], places, commands);
}

/**
 * Returns the path of Firefox. Tries in this order: (1) an installed Firefox; (2) the package of Debian or Ubuntu, if
 * this process is run by root. Does not use Playwright's Firefox, because Playwright has modified it.
 * @throws Error with advice if no Firefox could be installed
 */
export async function findFirefox(): Promise<string> {
	const places = ["/Applications/Firefox.app/Contents/MacOS/firefox", "C:/Program Files/Mozilla Firefox/firefox.exe"];
	return findOrInstall(["firefox", "firefox-esr"], places, aptGet("firefox-esr"));
}

/**
 * Returns the version of a browser, such as `Mozilla Firefox 153.7.0esr`. Returns an empty string if the program starts
 * no browser, for example Ubuntu's chromium-browser without its snap. On Windows returns the path, because `--version`
 * would open a window.
 */
export function readVersion(path: string): string {
	if (process.platform === "win32") return path;
	const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 20_000 });
	return status === 0 ? stdout.trim() : "";
}

/**
 * Returns a list with one shell command, which installs a browser and fonts with Cyrillic letters by apt-get. Returns an
 * empty list if this process is not run by root, or if there is no apt-get.
 */
function aptGet(browser: string): string[] {
	if (!isRoot || !existsSync("/usr/bin/apt-get")) return [];
	const install = "DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends";
	return [`apt-get update && ${install} ${browser} fonts-dejavu-core`];
}

/**
 * Finds a browser in the folders of PATH and at further paths. If there is none, runs the installation commands one
 * after another, and searches again after each one.
 * @param places further paths of browsers
 * @param commands installation commands, in the order of their use
 */
function findOrInstall(programs: string[], places: string[], [command, ...otherCommands]: string[]): string {
	const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
	const inPath = programs.flatMap((program) => folders.map((folder) => join(folder, program)));
	const found = [...inPath, ...places].find((path) => existsSync(path) && /chrom|firefox/i.test(readVersion(path)));
	if (found) return found;
	const fault = `There is no ${programs[0]} on this machine`;
	if (!command)
		throw new Error(`${fault}, and none could be installed: install one so that \`${programs[0]}\` starts it.`);
	console.log(`${fault}: ${command}`);
	spawnSync(command, { shell: true, stdio: "inherit", timeout: 5 * 60_000 });
	return findOrInstall(programs, places, otherCommands);
}
