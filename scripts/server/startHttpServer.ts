import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { type AppOptions, createApp } from "./createApp.ts";

type ServerOptions = AppOptions & {
	/** Port to listen on; 0 for any free port. */
	port: number;
	/** IP address to listen on. Default: `127.0.0.1`, which only programs on this machine can reach. */
	host?: string | undefined;
};

/** Maximum time that a closing server waits for running requests, in milliseconds. */
const shutdownTimeoutMs = 5_000;

/**
 * Time after which an idle connection is closed, in milliseconds. Longer than that of the proxies in docs/server.md:
 * Caddy closes its own after 2 minutes, nginx after 1. A request that a proxy sends while the server closes its connection
 * is lost: https://caddyserver.com/docs/caddyfile/directives/reverse_proxy#keepalive
 */
const idleTimeoutMs = 150_000;

/**
 * Starts the HTTP server of the site.
 * @throws Error with advice when the port is in use
 */
export async function startHttpServer({ port, host = "127.0.0.1", ...options }: ServerOptions) {
	const { fetch } = createApp(options);
	// `headersTimeout` ends connections that a proxy has opened but not used yet.
	const serverOptions = { keepAliveTimeout: idleTimeoutMs, headersTimeout: idleTimeoutMs };
	const server = createAdaptorServer({ fetch, serverOptions }) as Server;
	await listen(server, port, host);
	const name = host === "0.0.0.0" || host.includes(":") ? "localhost" : host;
	return {
		/** Origin at which the server can be reached, without a slash at its end. */
		url: `http://${name}:${(server.address() as AddressInfo).port}`,
		/** Stops accepting connections, and resolves when all requests have ended. */
		close: async (): Promise<void> => {
			const closed = once(server, "close");
			server.close();
			const sweep = setInterval(() => server.closeIdleConnections(), 50);
			// Also ends connections that a browser has opened in advance and not used.
			const deadline = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs);
			await closed;
			clearInterval(sweep);
			clearTimeout(deadline);
		},
	};
}

/**
 * Listens on a port.
 * @throws Error with advice when the port is in use
 */
export async function listen(server: Server, port: number, host: string): Promise<void> {
	server.listen(port, host);
	try {
		await once(server, "listening");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
		const advice = `Stop the other program, or choose another port with PORT=${port + 1}.`;
		throw new Error(`Port ${port} is in use. ${advice}`, { cause: error });
	}
}

/** Resolves at the first SIGINT (Ctrl-C) or SIGTERM. A second signal of the same name ends the process at once. */
export function waitForStopSignal(): Promise<void> {
	return new Promise((resolve) => {
		for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => resolve());
	});
}
