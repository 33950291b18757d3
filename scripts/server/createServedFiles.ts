import { hasHashedName } from "../render/addresses.ts";
import { compressThoroughly, emptySiteFiles, type SiteFiles } from "./siteFiles.ts";

/** Number of published versions whose assets are served, because pages of old versions may still be open. */
const servedVersions = 4;

type ServedFilesOptions = {
	log: (line: string) => void;
	/** Whether files are also compressed at the highest quality, in the background. */
	canCompressThoroughly: boolean;
};

/**
 * Creates the set of served files: all files of the live version, and the bundled code and media of earlier versions.
 */
export function createServedFiles({ log, canCompressThoroughly }: ServedFilesOptions) {
	/** Files of the last versions that were live. The oldest version comes first. */
	let recent: SiteFiles[] = [];
	let served = emptySiteFiles;
	let compression = new AbortController();

	return {
		/** Returns the files to serve now. The HTTP server calls this function at each request. */
		current: (): SiteFiles => served,
		/** Replaces the served files, from the next request on. */
		serveVersion(files: SiteFiles): void {
			recent = [...recent, files].slice(-servedVersions);
			const assets = recent.flatMap(({ byAddress }) => [...byAddress].filter(([address]) => hasHashedName(address)));
			served = { byAddress: new Map([...assets, ...files.byAddress]), redirects: files.redirects };
		},
		/**
		 * Starts compressing the files of a version in the background. Stops compressing the files of the previous version.
		 */
		compressInBackground(files: SiteFiles): void {
			compression.abort();
			compression = new AbortController();
			if (!canCompressThoroughly) return;
			compressThoroughly(files, compression.signal).catch((error: unknown) => log(`✗ Compression: ${error}`));
		},
		close: (): void => compression.abort(),
	};
}
