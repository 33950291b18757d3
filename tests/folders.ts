import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

type Files = Record<string, string | Uint8Array>;
type FolderOptions = {
	files?: Files;
	parent?: string | undefined;
	atEnd?: ((task: () => Promise<void>) => void) | undefined;
};

/**
 * Creates a temporary folder, and deletes it in the Vitest hook `atEnd`. Its files can import npm packages only if
 * `parent` is inside the project.
 */
export async function makeFolder({
	files,
	parent = tmpdir(),
	atEnd = onTestFinished,
}: FolderOptions = {}) {
	await mkdir(parent, { recursive: true });
	const folder = await mkdtemp(join(parent, "test-"));
	atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	if (files) await writeFiles(folder, files);
	return folder;
}

export async function writeFiles(folder: string, files: Files): Promise<void> {
	for (const [path, content] of Object.entries(files)) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), content);
	}
}
