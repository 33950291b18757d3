import { previewChangesPath } from "../site/preview.ts";
import { retryDelayMs } from "./retryDelayMs.client.ts";

/**
 * Calls `onVersion` with the live version, now and whenever another one goes live.
 *
 * HTTP/1.1 allows six connections per host, so the tabs of a browser share one event stream. The tab that holds a Web Lock
 * is connected, and passes versions on over a BroadcastChannel. When it closes, the browser gives the lock to another tab,
 * whose new stream begins with the live version: no version is missed.
 * Web Locks need a secure context. Without them, or where the browser refuses storage, each tab connects by itself.
 */
export function followLiveVersion(onVersion: (version: string) => void): void {
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
		// A promise that never settles keeps the lock until the tab is closed.
		return new Promise<never>(() => {});
	};
	navigator.locks.request(previewChangesPath, lead).catch(() => connect(onVersion));
}

/**
 * Opens the event stream, and opens it again after a response that is no event stream, such as a proxy's 502. When only
 * the connection is lost, the browser reconnects by itself.
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
		setTimeout(connect, retryDelayMs(failuresInRow), onVersion, failuresInRow + 1);
	};
}

/** Checks whether the server has no event stream, as on a static host. Then the page stops connecting. */
async function isAbsent(): Promise<boolean> {
	const response = await fetch(previewChangesPath, { method: "HEAD" }).catch(() => undefined);
	return response?.status === 404;
}
