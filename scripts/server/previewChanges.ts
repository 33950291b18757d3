import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Environment } from "../../site/environment.server.ts";
import { createNewest } from "../pull/contentful/client.ts";
import type { OwnAnswer } from "./startServer.ts";

/** Milliseconds between two signs of life, so that neither proxies nor our own server take a connection for dead. */
const pulse = 20_000;

/** Milliseconds after which a browser that has lost its connection asks again. */
const again = 1_000;

/** Milliseconds between two questions to Contentful, each of two small requests: far from its limit of 14 a second … */
const interval = 350;

/** … and after one that got no answer, as when too many were asked. */
const pause = 10_000;

/** Milliseconds that an answer may take. */
const patience = 5_000;

/**
 * Tells the open pages of a preview which version is live, and asks Contentful as long as there are any what was saved.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function openPreviewChanges(contentful: Environment["contentful"], log: (line: string) => void) {
	const fetchNewest = createNewest(contentful, patience);
	const closed = new AbortController();
	const readers = new Set<ServerResponse>();
	let live = "";
	const timer = setInterval(() => {
		for (const reader of readers) reader.write(":\n\n");
	}, pulse).unref();

	return {
		/** Tells all open pages that another version is live. */
		show(version: string): void {
			live = version;
			for (const reader of readers) reader.write(`data: ${live}\n\n`);
		},
		/** Answers a page that wants to be told. */
		answer: (({ method }, response) => {
			response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
			if (method === "HEAD") {
				response.end();
				return true;
			}
			response.write(`retry: ${again}\ndata: ${live}\n\n`);
			readers.add(response);
			response.once("close", () => readers.delete(response));
			return true;
		}) satisfies OwnAnswer,
		/** Calls `onChange` when the first page is opened, since much may have been saved before, and then whenever something has been saved. */
		async watch(onChange: () => void): Promise<void> {
			let newest: string | undefined;
			while (!closed.signal.aborted) {
				let delay = interval;
				try {
					const found = readers.size > 0 ? await fetchNewest() : newest;
					if (found !== newest) onChange();
					newest = found;
				} catch (error) {
					delay = pause;
					const reason = (error as Error).name;
					log(`Preview: Contentful does not say what was saved (${reason}); asking again in ${pause / 1000} s`);
				}
				await wait(delay, undefined, { signal: closed.signal, ref: false }).catch(() => {});
			}
		},
		close(): void {
			closed.abort();
			clearInterval(timer);
			for (const reader of readers) reader.end();
		},
	};
}
