import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pRetry from "p-retry";
import { findFreePort } from "./findFreePort.ts";
import { WebDriverSession } from "./WebDriverSession.ts";

const windowProgram = fileURLToPath(new URL("webkitWindow.py", import.meta.url));
const errorLine = /Uncaught error: (?<message>.*)/;

/** Starts a display without a screen. It ends with this process, and windows end with their display. */
export async function startDisplay(): Promise<{ name: string; stop: () => void }> {
	const options = ["-displayfd", "1", "-screen", "0", "1600x1600x24", "-nolisten", "tcp"];
	const server = spawnDependent("Xvfb", options);
	const [number] = await once(readLines(server), "line");
	return { name: `:${number}`, stop: () => void server.kill() };
}

/** Opens a window of WebKit with a driver of its own, because a driver controls one window at a time. */
export async function startWebKit(display: string) {
	const port = await findFreePort();
	const driver = spawnDependent("WebKitWebDriver", [`--port=${port}`], {
		DISPLAY: display,
		// Without this variable, GTK waits for the accessibility service of a desktop.
		NO_AT_BRIDGE: "1",
	});
	const errors: string[] = [];
	readLines(driver).on("line", (line: string) => {
		const message = errorLine.exec(line)?.groups?.message;
		if (message !== undefined) errors.push(message);
	});
	const capabilities = {
		unhandledPromptBehavior: "ignore",
		"webkitgtk:browserOptions": { binary: windowProgram },
	};
	// The driver does not listen yet when its process has started.
	const session = await pRetry(
		() => WebDriverSession.start(`http://127.0.0.1:${port}`, capabilities),
		{
			retries: 50,
			factor: 1,
			minTimeout: 50,
		},
	);
	const close = async () => {
		// Ends the driver even when the window does not react. The window ends with its driver.
		await session.close().finally(() => driver.kill());
	};
	return { session, errors, close };
}

/** Starts a program that ends when this process ends, even when this process is killed. */
function spawnDependent(
	program: string,
	options: string[],
	variables: NodeJS.ProcessEnv = {},
): ChildProcess {
	const env = { ...process.env, ...variables };
	return spawn("setpriv", ["--pdeathsig", "TERM", "--", program, ...options], {
		env,
		stdio: ["ignore", "pipe", "ignore"],
	});
}

function readLines({ stdout }: ChildProcess) {
	if (!stdout) throw new Error("The program's output is not piped.");
	return createInterface({ input: stdout });
}
