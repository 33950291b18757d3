import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
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
	const running = new Set<ServerResponse>();
	server.prependListener("request", (_, response) => {
		running.add(response);
		response.once("close", () => running.delete(response));
		if (!server.listening) response.setHeader("Connection", "close");
	});
	await listen(server, port, host);
	return {
		/** Origin at which the server can be reached, without a slash at its end. */
		url: `http://${/^(0\.0\.0\.0|.*:.*)$/.test(host) ? "localhost" : host}:${(server.address() as AddressInfo).port}`,
		/**
		 * Stops accepting connections. Ends requests that are still running after `shutdownTimeoutMs`. Resolves when all
		 * requests have ended.
		 */
		close: async (): Promise<void> => {
			const closed = new Promise((resolve) => server.close(resolve));
			const finished = [...running].map((response) => once(response, "close"));
			await Promise.race([
				Promise.all(finished),
				wait(shutdownTimeoutMs, undefined, { ref: false }),
			]);
			// `closeIdleConnections` would not be enough: it does not close connections that a browser has opened in advance.
			server.closeAllConnections();
			await closed;
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
