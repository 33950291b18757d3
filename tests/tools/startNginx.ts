import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { writeFiles } from "../folders.ts";

/**
 * Starts nginx on a free port of this machine.
 * @param program path of nginx
 * @throws if nginx does not start
 */
export async function startNginx(program: string, folder: string, configureSite: (listen: string) => string) {
	const address = `127.0.0.1:${await findFreePort()}`;
	const main = [
		"daemon off; pid nginx.pid; error_log stderr error; events {}",
		// When root starts nginx, its workers run by default as another user, who is not allowed to read the project.
		process.getuid?.() === 0 ? "user root;" : "",
		"http { include /etc/nginx/mime.types; access_log off; include site.conf; }",
	];
	await writeFiles(folder, { "logs/none": "", "nginx.conf": main.join("\n"), "site.conf": configureSite(address) });
	const child = spawn(program, ["-p", folder, "-c", "nginx.conf"], { stdio: ["ignore", "inherit", "inherit"] });
	const url = `http://${address}`;
	while (!(await fetch(url).catch(() => undefined))) {
		if (child.exitCode !== null) throw new Error("nginx has ended: the reason is above.");
		await wait(20);
	}
	return { url, stop: () => child.kill("SIGTERM") };
}

/** Returns the path of the installed nginx. */
export function findNginx(): string | undefined {
	const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
	return folders.map((folder) => join(folder, "nginx")).find((path) => existsSync(path));
}

async function findFreePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	if (address === null || typeof address === "string") throw new Error("The port is not known.");
	return address.port;
}
