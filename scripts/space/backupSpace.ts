import { existsSync } from "node:fs";
import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import pMap from "p-map";
import pRetry from "p-retry";
import type { ProvisioningSettings } from "../../environment/environment.server.ts";
import { FaultsError } from "../shared/faults.ts";
import { type ClientLimits, connectSpace, defaultClientLimits, sendToContentful } from "./connectSpace.ts";
import { fetchSpaceContent, filesOf, pathOfFile } from "./spaceContent.ts";

/** Maximum number of files that are downloaded at the same time. */
const concurrency = 6;

/** Time-out of one attempt to download a file, in milliseconds. */
const timeoutMs = 120_000;

/**
 * Backs up a Contentful space into an empty folder. A backup is complete when it contains `space.json`, which is
 * written last.
 * @throws FaultsError when any part of the space cannot be fetched
 */
export async function backupSpace(
	provisioning: ProvisioningSettings,
	{ to, limits = defaultClientLimits }: { to: string; limits?: ClientLimits },
): Promise<{ entries: number; pictures: number; files: number }> {
	const isUsed = existsSync(to) && (await readdir(to)).length > 0;
	if (isUsed) throw new FaultsError([`The folder ${to} is not empty. Name a new one with --to.`]);
	const client = connectSpace(provisioning, limits);
	const content = await sendToContentful("show the space", async () => {
		await client.space.get({});
		return fetchSpaceContent(client);
	});
	await mkdir(to, { recursive: true });
	const assets = [...content.assets, ...content.published.assets];
	const files = new Map(assets.flatMap(filesOf).map(([, file]) => [file.url, file]));
	const saveFile = async ({ url, details }: { url: string; details?: { size?: unknown } | undefined }) => {
		// Contentful's file addresses have no protocol (`//images.ctfassets.net/…`), so they get the protocol of
		// Contentful's API.
		const bytes = await fetchFile(new URL(url, provisioning.apiUrl), details?.size, limits.retryLimit);
		const path = pathOfFile(to, url);
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, bytes);
	};
	await pMap(files.values(), saveFile, { concurrency });
	await writeFile(join(to, "space.json.part"), JSON.stringify(content, undefined, "\t"));
	await rename(join(to, "space.json.part"), join(to, "space.json"));
	return { entries: content.entries.length, pictures: content.assets.length, files: files.size };
}

/**
 * Downloads a file, with retries, and checks its size.
 * @param size expected size, in bytes
 */
async function fetchFile(address: URL, size: unknown, retries: number): Promise<Uint8Array> {
	const request = async () => {
		const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
		const bytes = new Uint8Array(await response.arrayBuffer());
		if (!response.ok) throw new Error(`the service answers ${response.status}`);
		if (bytes.byteLength !== size) throw new Error(`${bytes.byteLength} bytes came, and ${size} were announced`);
		return bytes;
	};
	try {
		return await pRetry(request, { retries, minTimeout: 500 });
	} catch (error) {
		const problem = `The file ${address} cannot be fetched: ${(error as Error).message}.`;
		throw new FaultsError([`${problem} The backup is not complete: run the command again with another folder.`]);
	}
}
