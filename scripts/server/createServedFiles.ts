import { isNamedByContent } from "../render/addresses.ts";
import { compressWell, noFiles, type SiteFiles } from "./siteFiles.ts";
import type { RunningServer } from "./startServer.ts";

/** Versions of the site with assets that are still served, because open pages may request them. */
const servedVersions = 4;

type ServedFilesOptions = {
	log: (line: string) => void;
	/** Whether new versions are compressed at the highest level, in the background. */
	canCompressWell: boolean;
};

/** Creates the set of files that the server serves: those of the live version, and assets of the versions before it. */
export function createServedFiles({ log, canCompressWell }: ServedFilesOptions) {
	/** Files of the last versions, the newest last. */
	let recent: SiteFiles[] = [];
	let served = noFiles;
	let server: RunningServer | undefined;
	let compression = new AbortController();

	return {
		current: (): SiteFiles => served,
		/** Serves another version from the next request on. */
		serveVersion(files: SiteFiles): void {
			recent = [...recent, files].slice(-servedVersions);
			const assets = recent.flatMap(({ byAddress }) => [...byAddress].filter(([address]) => isNamedByContent(address)));
			served = { byAddress: new Map([...assets, ...files.byAddress]), redirects: files.redirects };
			server?.replaceFiles(served);
		},
		/** Compresses the files of a version in the background, and stops doing so for the version before. */
		compressInBackground(files: SiteFiles): void {
			compression.abort();
			compression = new AbortController();
			if (!canCompressWell) return;
			compressWell(files, compression.signal).catch((error: unknown) => log(`✗ Compression: ${error}`));
		},
		/** Connects the server that serves the files, now and after each new version. */
		attachServer(running: RunningServer): void {
			server = running;
			server.replaceFiles(served);
		},
		/** Stops the compression. */
		close: (): void => compression.abort(),
	};
}
