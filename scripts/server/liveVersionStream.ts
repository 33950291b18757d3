import type { ServerResponse } from "node:http";
import type { PathHandler } from "./startHttpServer.ts";

/**
 * Interval of heartbeats on an event stream, in milliseconds. Proxies close connections that are idle for a minute.
 */
const heartbeatIntervalMs = 20_000;

/** Delay after which a browser reopens a lost event stream, in milliseconds. */
const reconnectDelayMs = 1_000;

const streamHeaders = {
	"Content-Type": "text/event-stream",
	"Cache-Control": "no-store",
	// Without this header, nginx would hold events back until its buffer is full:
	// https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering
	"X-Accel-Buffering": "no",
};

export type LiveVersionStream = ReturnType<typeof openLiveVersionStream>;

/**
 * Opens the event stream that announces new versions of the site to preview pages:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function openLiveVersionStream() {
	const connections = new Set<ServerResponse>();
	let liveVersion = "";

	const send = (text: string): void => {
		for (const connection of connections) connection.write(text);
	};
	const heartbeat = setInterval(() => send(":\n\n"), heartbeatIntervalMs).unref();

	const respond: PathHandler = ({ method }, response) => {
		response.writeHead(200, streamHeaders);
		if (method === "HEAD") {
			response.end();
			return true;
		}
		response.write(`retry: ${reconnectDelayMs}\ndata: ${liveVersion}\n\n`);
		connections.add(response);
		response.once("close", () => connections.delete(response));
		return true;
	};

	return {
		/** Sends the id of a new version to all open pages, where `watchLiveVersion.client.ts` receives it. */
		announce(version: string): void {
			liveVersion = version;
			send(`data: ${version}\n\n`);
		},
		respond,
		close(): void {
			clearInterval(heartbeat);
			for (const connection of connections) connection.end();
		},
	};
}
