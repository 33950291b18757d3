import { existsSync } from "node:fs";
import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import pRetry from "p-retry";
import type { ProvisioningSettings } from "../../environment/environment.server.ts";
import { FaultsError } from "../shared/faults.ts";
import { connectSpace } from "./connectSpace.ts";
import { fetchSpace, pathOfFile } from "./spaceContent.ts";

/** Time-out of one attempt to download a file, in milliseconds. */
const timeoutMs = 120_000;

/**
 * Backs up a Contentful space into an empty folder. A backup is complete when it contains `space.json`, which is
 * written last. Files that cannot be saved are left out. Contentful deletes the files of archived assets, for example.
 * @returns the numbers of saved items, and a sentence about each missing file
 * @throws FaultsError when the content cannot be fetched
 */
export async function backupSpace(settings: ProvisioningSettings, to: string) {
	if (existsSync(to) && (await readdir(to)).length > 0)
		throw new FaultsError([`The folder ${to} is not empty. Name a new one with --to.`]);
	const content = await fetchSpace(connectSpace(settings));
	await mkdir(to, { recursive: true });
	const missing = new Set<string>();
	const incompleteIds = new Set<string>();
	for (const { sys, fields } of [...content.assets, ...content.published.assets]) {
		for (const [locale, { url }] of Object.entries(fields.file ?? {})) {
			try {
				await saveFile(to, `${url}`, settings.apiUrl);
			} catch (error) {
				missing.add(`Asset "${sys.id}": the file ${url} is missing: ${(error as Error).message}`);
				incompleteIds.add(sys.id);
				delete fields.file[locale];
			}
		}
	}
	// Assets without a file become drafts, because Contentful does not publish them.
	for (const { sys } of content.assets) if (incompleteIds.has(sys.id)) delete sys.publishedVersion;
	if (missing.size > 0)
		await writeFile(join(to, "missing-files.txt"), `${[...missing].join("\n")}\n`);
	await writeFile(join(to, "space.json.part"), JSON.stringify(content, undefined, "\t"));
	await rename(join(to, "space.json.part"), join(to, "space.json"));
	return {
		entries: content.entries.length,
		pictures: content.assets.length,
		missing: [...missing],
	};
}

/**
 * Downloads a file into a folder, unless it is there.
 * @param url address without a protocol, such as `//images.ctfassets.net/…`
 * @param base address with the protocol for the request
 */
async function saveFile(folder: string, url: string, base: string): Promise<void> {
	const path = pathOfFile(folder, url);
	if (existsSync(path)) return;
	const download = async () => {
		const response = await fetch(new URL(url, base), { signal: AbortSignal.timeout(timeoutMs) });
		if (!response.ok) throw new Error(`the service answers ${response.status}`);
		// Node's `fetch` fails when fewer bytes come than the response has announced.
		return new Uint8Array(await response.arrayBuffer());
	};
	const bytes = await pRetry(download, { retries: 2, minTimeout: 500 });
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, bytes);
}
