import { existsSync } from "node:fs";
import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import pMap from "p-map";
import pRetry, { AbortError } from "p-retry";
import type { ProvisioningSettings } from "../../environment/environment.server.ts";
import { FaultsError } from "../shared/faults.ts";
import {
	type ClientLimits,
	connectSpace,
	defaultClientLimits,
	sendToContentful,
} from "./connectSpace.ts";
import { fetchSpaceContent, filesOf, pathOfFile, type SpaceContent } from "./spaceContent.ts";

/** Maximum number of files that are downloaded at the same time. */
const concurrency = 6;

/** Time-out of one attempt to download a file, in milliseconds. */
const timeoutMs = 120_000;

/** Name of the file in a backup that lists the missing files. It exists only when files are missing. */
const missingFilesName = "missing-files.txt";

/** File of an asset. `size` is in bytes; Contentful does not send it for every file. */
type AssetFile = { assetId: string; url: string; size: number | undefined };

/**
 * Backs up a Contentful space into an empty folder. A backup is complete when it contains `space.json`, which is
 * written last. Files that cannot be saved are left out. Contentful deletes the files of archived assets, for example.
 * @returns the numbers of saved items, and a sentence about each missing file
 * @throws FaultsError when the content cannot be fetched
 */
export async function backupSpace(
	provisioning: ProvisioningSettings,
	{ to, limits = defaultClientLimits }: { to: string; limits?: ClientLimits },
): Promise<{ entries: number; pictures: number; files: number; missing: string[] }> {
	const isUsed = existsSync(to) && (await readdir(to)).length > 0;
	if (isUsed) throw new FaultsError([`The folder ${to} is not empty. Name a new one with --to.`]);
	const client = connectSpace(provisioning, limits);
	const content = await sendToContentful("show the space", async () => {
		await client.space.get({});
		return fetchSpaceContent(client);
	});
	await mkdir(to, { recursive: true });
	const files = listFiles(content);
	const missing = new Map<AssetFile, string>();
	const saveFile = async (file: AssetFile) => {
		try {
			// Contentful's file addresses have no protocol (`//images.ctfassets.net/…`), so they get the protocol of
			// Contentful's API.
			const bytes = await fetchFile(
				new URL(file.url, provisioning.apiUrl),
				file.size,
				limits.retryLimit,
			);
			const path = pathOfFile(to, file.url);
			await mkdir(dirname(path), { recursive: true });
			await writeFile(path, bytes);
		} catch (error) {
			missing.set(
				file,
				`Asset "${file.assetId}": the file ${file.url} is missing: ${(error as Error).message}`,
			);
		}
	};
	await pMap(files, saveFile, { concurrency });
	omitFiles(content, [...missing.keys()]);
	const sentences = [...missing.values()].sort();
	if (missing.size > 0) await writeFile(join(to, missingFilesName), `${sentences.join("\n")}\n`);
	await writeFile(join(to, "space.json.part"), JSON.stringify(content, undefined, "\t"));
	await rename(join(to, "space.json.part"), join(to, "space.json"));
	return {
		entries: content.entries.length,
		pictures: content.assets.length,
		files: files.length - missing.size,
		missing: sentences,
	};
}

function listFiles({ assets, published }: SpaceContent): AssetFile[] {
	const files = [...assets, ...published.assets].flatMap((asset) =>
		filesOf(asset).map(([, { url, details }]) => ({
			assetId: asset.sys.id,
			url,
			size: details?.size,
		})),
	);
	return [...new Map(files.map((file) => [file.url, file])).values()];
}

/**
 * Removes files from a space's content. Their assets become drafts, because Contentful publishes no asset without its
 * file.
 */
function omitFiles(content: SpaceContent, files: AssetFile[]): void {
	const ids = files.map(({ assetId }) => assetId);
	const urls = files.map(({ url }) => url);
	for (const asset of content.assets) {
		if (!ids.includes(asset.sys.id)) continue;
		delete asset.sys.publishedVersion;
		for (const [locale, { url }] of filesOf(asset)) {
			if (urls.includes(url)) delete asset.fields.file[locale];
		}
	}
	const { published } = content;
	published.assets = published.assets.filter(({ sys }) => !ids.includes(sys.id));
}

/** Downloads a file, with retries, and checks its size. */
function fetchFile(address: URL, size: number | undefined, retries: number): Promise<Uint8Array> {
	const request = async () => {
		const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
		const bytes = new Uint8Array(await response.arrayBuffer());
		if (response.status === 404) throw new AbortError("the service answers 404");
		if (!response.ok) throw new Error(`the service answers ${response.status}`);
		const isComplete = size === undefined || size === bytes.byteLength;
		if (!isComplete) throw new Error(`${bytes.byteLength} bytes came, and ${size} were announced`);
		return bytes;
	};
	return pRetry(request, { retries, minTimeout: 500 });
}
