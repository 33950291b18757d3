import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Environment } from "../../site/environment.server.ts";
import { createFingerprintFetcher } from "../pull/contentful/client.ts";
import type { PathHandler } from "./startServer.ts";

/**
 * Interval of heartbeats on an event stream, in milliseconds. Proxies and our own server close connections that are
 * idle for a minute.
 */
const heartbeatIntervalMs = 20_000;

/** Delay after which a browser reopens a lost event stream, in milliseconds. */
const reconnectDelayMs = 1_000;

/** Interval between two polls, in milliseconds. A poll sends 2 requests, and Contentful allows 14 requests a second. */
const pollIntervalMs = 350;

/**
 * Delay after a failed poll, in milliseconds. It is longer than `pollIntervalMs`, because the poll may have exceeded
 * Contentful's rate limit.
 */
const failedPollDelayMs = 10_000;

const pollTimeoutMs = 5_000;

const streamHeaders = {
	"Content-Type": "text/event-stream",
	"Cache-Control": "no-store",
	// Without this header, nginx would hold events back until its buffer is full:
	// https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering
	"X-Accel-Buffering": "no",
};

/**
 * Opens the event stream that announces new versions of the site to preview pages:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function openPreviewChanges(contentful: Environment["contentful"], log: (line: string) => void) {
	const fetchFingerprint = createFingerprintFetcher(contentful, pollTimeoutMs);
	const closing = new AbortController();
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

	/** Polls Contentful for changed drafts until `close` is called, because saving a draft sends no webhook. */
	async function poll(onChange: () => void): Promise<void> {
		let lastFingerprint: string | undefined;
		while (!closing.signal.aborted) {
			let delayMs = pollIntervalMs;
			try {
				if (connections.size > 0) {
					const fingerprint = await fetchFingerprint();
					// The first poll always calls `onChange`, because drafts may have changed since the last build.
					if (fingerprint !== lastFingerprint) onChange();
					lastFingerprint = fingerprint;
				}
			} catch (error) {
				delayMs = failedPollDelayMs;
				const reason = (error as Error).name;
				log(`Preview: polling Contentful for saved drafts failed (${reason}); next poll in ${delayMs / 1000} s`);
			}
			await wait(delayMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
		}
	}

	return {
		announce(version: string): void {
			liveVersion = version;
			send(`data: ${version}\n\n`);
		},
		respond,
		poll,
		close(): void {
			closing.abort();
			clearInterval(heartbeat);
			for (const connection of connections) connection.end();
		},
	};
}
