import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Environment } from "../../site/environment.server.ts";
import { createFingerprintFetcher } from "../pull/contentful/client.ts";
import type { PathHandler } from "./startServer.ts";

/** Milliseconds between two comments in an idle stream. Proxies and our own server close idle connections after a minute. */
const heartbeatIntervalMs = 20_000;

/** Milliseconds after which a browser reconnects when its connection is lost. */
const reconnectDelayMs = 1_000;

/** Milliseconds between two polls of Contentful. A poll is two requests; the preview API allows 14 requests a second. */
const pollIntervalMs = 350;

/** Milliseconds until the next poll after one that failed, for example by the rate limit. */
const failedPollDelayMs = 10_000;

/** Milliseconds until a poll counts as failed. */
const pollTimeoutMs = 5_000;

const streamHeaders = {
	"Content-Type": "text/event-stream",
	"Cache-Control": "no-store",
	// Without this header nginx delays events until its buffer is full.
	// https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering
	"X-Accel-Buffering": "no",
};

/**
 * Opens the event stream of a preview, which announces the live version to the pages that are open.
 * Saving a draft sends no webhook, so Contentful is polled while at least one page is connected.
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
	const heartbeat = setInterval(send, heartbeatIntervalMs, ":\n\n").unref();

	/** Handles a GET or HEAD request for the stream. */
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

	/**
	 * Polls Contentful until `close` is called.
	 * @param onChange called after the first poll, since drafts may have been saved before it, and after each poll that
	 * finds drafts saved or deleted
	 */
	async function poll(onChange: () => void): Promise<void> {
		let lastFingerprint: string | undefined;
		while (!closing.signal.aborted) {
			let delayMs = pollIntervalMs;
			try {
				if (connections.size > 0) {
					const fingerprint = await fetchFingerprint();
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
		/** Announces the id of a version that has gone live. */
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
