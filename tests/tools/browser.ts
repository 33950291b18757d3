import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import puppeteer from "puppeteer-core";
import { fontPackages } from "./fonts.ts";

const isRoot = process.getuid?.() === 0;

/**
 * Features of Chromium that tests do not need. The suggestions of the address bar are two pages of their own in each
 * window, which cost more than half of a short test. The spare renderer is a process that is started for each window
 * and page in advance. Of several lists Chromium reads the last one, so this list repeats what matters of Playwright's.
 */
const disabledFeatures = [
	"WebUIOmniboxPopup",
	"WebUIOmniboxAimPopup",
	"PaintHolding",
	"OptimizationHints",
	"MediaRouter",
	"SpareRendererForSitePerProcess",
];

/** Chromium arguments that prevent requests to other machines. Playwright and puppeteer add arguments of their own. */
export const browserArguments = [
	`--disable-features=${disabledFeatures}`,
	"--disable-component-update",
	"--disable-gpu",
	"--disable-quic",
	"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
];
// Chromium's sandbox does not work for the user root.
if (isRoot) browserArguments.push("--no-sandbox");

/**
 * Firefox preferences that make requests to other machines fail, because the proxy is a closed port of this machine.
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
	// Lets the sandbox read the tests' fonts.
	"security.sandbox.content.read_path_whitelist": `${fontPackages}/`,
};

/**
 * Returns the path of Chromium or Chrome, and installs Chromium if neither is there.
 * @throws if no browser could be installed
 */
export async function findBrowser(): Promise<string> {
	const places = [await puppeteer.executablePath("chrome"), chromium.executablePath()];
	const commands = ["npx playwright install chromium", ...aptGet("chromium")];
	return findOrInstall(
		["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"],
		places,
		commands,
	);
}

/**
 * Returns the path of Firefox, and installs Firefox if necessary. Playwright's Firefox is modified, so it is not used.
 * @throws if Firefox could not be installed
 */
export async function findFirefox(): Promise<string> {
	const places = [
		"/Applications/Firefox.app/Contents/MacOS/firefox",
		"C:/Program Files/Mozilla Firefox/firefox.exe",
	];
	return findOrInstall(["firefox", "firefox-esr"], places, aptGet("firefox-esr"));
}

/**
 * Returns the version of a browser, such as `Mozilla Firefox 153.7.0esr`, or an empty string if `path` is no browser.
 */
export function readVersion(path: string): string {
	// On Windows, `--version` would open a browser window.
	if (process.platform === "win32") return path;
	const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 20_000 });
	return status === 0 ? stdout.trim() : "";
}

/** Debian packages that the tests need for WebKit, the engine of Safari. */
export const webkitPackages = "webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb";

const printWebKitVersion = `
import gi
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import WebKit2
print(f"WebKitGTK {WebKit2.get_major_version()}.{WebKit2.get_minor_version()}.{WebKit2.get_micro_version()}")
`;

/** Returns the version of WebKitGTK, such as `WebKitGTK 2.50.6`, or undefined if one of `webkitPackages` is missing. */
export function findWebKit(): string | undefined {
	const programs = ["WebKitWebDriver", "Xvfb", "setpriv"];
	if (!programs.every((program) => listPlaces(program).some((path) => existsSync(path))))
		return undefined;
	const { status, stdout } = spawnSync("/usr/bin/python3", ["-c", printWebKitVersion], {
		encoding: "utf8",
	});
	return status === 0 ? stdout.trim() : undefined;
}

function aptGet(browser: string): string[] {
	if (!isRoot || !existsSync("/usr/bin/apt-get")) return [];
	const install = "DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends";
	return [`apt-get update && ${install} ${browser} fonts-dejavu-core`];
}

/**
 * Finds a browser in PATH or at `places`. If no browser is found, runs the installation commands until one succeeds.
 */
function findOrInstall(
	programs: string[],
	places: string[],
	[command, ...otherCommands]: string[],
): string {
	const found = [...programs.flatMap(listPlaces), ...places].find(
		(path) => existsSync(path) && /chrom|firefox/i.test(readVersion(path)),
	);
	if (found) return found;
	const fault = `There is no ${programs[0]} on this machine`;
	if (!command)
		throw new Error(
			`${fault}, and none could be installed: install one so that \`${programs[0]}\` starts it.`,
		);
	console.log(`${fault}: ${command}`);
	spawnSync(command, { shell: true, stdio: "inherit", timeout: 5 * 60_000 });
	return findOrInstall(programs, places, otherCommands);
}

/** Returns the paths that a program can have in the folders of PATH. */
function listPlaces(program: string): string[] {
	const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
	return folders.map((folder) => join(folder, program));
}
