import { liveVersionPath, retryDelayMs } from "../../environment/preview.ts";

/**
 * Receives the id of each version that the preview site's event stream announces.
 * @param updatePageTo function of `updatePage.client.ts`, which is called with the id
 */
export async function watchLiveVersion(updatePageTo: (version: string) => void): Promise<void> {
	// One tab shares its event stream with all tabs, because browsers allow only six HTTP/1.1 connections per host. The path
	// of the stream is also the name of the channel and of the lock. Browsers partition channels and locks by the site of
	// the outermost page, so tabs in Contentful's editor share a stream of their own.
	const channel = new BroadcastChannel(liveVersionPath);
	channel.onmessage = ({ data }) => updatePageTo(data);
	/** Runs in the one tab that holds the Web Lock. When that tab is closed, it runs in another one. */
	const shareEventStream = () => {
		connect((version) => {
			channel.postMessage(version);
			updatePageTo(version);
		});
		// This promise never settles, so this tab keeps the Web Lock until the tab is closed.
		return new Promise<never>(() => {});
	};
	try {
		await navigator.locks.request(liveVersionPath, shareEventStream);
	} catch {
		// Without Web Locks, as in insecure contexts or with blocked storage, each tab opens its own event stream.
		connect(updatePageTo);
	}
}

/** Opens the event stream, and reopens it after responses such as 502, after which `EventSource` does not reconnect. */
function connect(onVersion: (version: string) => void): void {
	const source = new EventSource(liveVersionPath);
	source.onmessage = ({ data }) => onVersion(data);
	source.onerror = async () => {
		if (source.readyState !== EventSource.CLOSED || (await isAbsent())) return;
		setTimeout(connect, retryDelayMs, onVersion);
	};
}

/** Checks whether the event stream is missing (404), as on a static host, where a retry would be useless. */
async function isAbsent(): Promise<boolean> {
	const response = await fetch(liveVersionPath, { method: "HEAD" }).catch(() => undefined);
	return response?.status === 404;
}
