import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { compressFiles } from "../../scripts/publish/compressFiles.ts";

/**
 * Copies the last build into a folder, with compressed texts. The build itself is for a host, which compresses them.
 * @returns the folder
 */
export async function copyBuildCompressed(folder: string): Promise<string> {
	await rm(folder, { recursive: true, force: true });
	await cp("dist", folder, { recursive: true });
	await compressFiles(join(folder, "client"));
	return folder;
}
