import { previewChangesPath } from "../site/preview.ts";
import { computeRetryDelayMs } from "./computeRetryDelayMs.client.ts";

/**
 * Calls `onVersion` with the id of the live version of the preview: at once, and each time a new version is published.
 * A version is one published build of the preview.
 *
 * All tabs of a browser share one event stream, because HTTP/1.1 allows only six connections per host. The tab that
 * holds a Web Lock receives the stream and sends the versions to the other tabs over a BroadcastChannel. When this tab
 * is closed, another tab gets the lock. Its new stream starts with the current version, so no version is missed.
 *
 * Web Locks need a secure context and storage. Without them, each tab opens a stream of its own.
 */
export function watchLiveVersion(onVersion: (version: string) => void): void {
	if (!navigator.locks) {
		connect(onVersion);
		return;
	}
	const channel = new BroadcastChannel(previewChangesPath);
	channel.onmessage = ({ data }) => onVersion(data);
	const lead = () => {
		connect((version) => {
			channel.postMessage(version);
			onVersion(version);
		});
		// This promise never settles, so the lock is released only when the tab is closed.
		return new Promise<never>(() => {});
	};
	navigator.locks.request(previewChangesPath, lead).catch(() => connect(onVersion));
}

/**
 * Opens the event stream. After a response that is no event stream, such as a proxy's 502, opens it again. After a lost
 * connection, the browser itself reconnects.
 */
function connect(onVersion: (version: string) => void, failures = 0): void {
	let failuresInRow = failures;
	const source = new EventSource(previewChangesPath);
	source.onopen = () => {
		failuresInRow = 0;
	};
	source.onmessage = ({ data }) => onVersion(data);
	source.onerror = async () => {
		if (source.readyState !== EventSource.CLOSED || (await isAbsent())) return;
		setTimeout(connect, computeRetryDelayMs(failuresInRow), onVersion, failuresInRow + 1);
	};
}

/**
 * Checks whether the URL of the event stream responds with 404. A static host has no event stream, so `connect` does not
 * try again.
 */
async function isAbsent(): Promise<boolean> {
	const response = await fetch(previewChangesPath, { method: "HEAD" }).catch(() => undefined);
	return response?.status === 404;
}
