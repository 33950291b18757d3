import { cp, mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

type SiteParts = {
	/** The folder of the bundle. */
	bundle: string;
	/** Documents and what lies beside them, by name. */
	files: Map<string, string>;
	/** The folder of the files that the snapshots name. It becomes part of the site. */
	media: string;
	/** Whether it is a preview, whose pages load a script of its own. */
	preview: boolean;
};

/** Writes a whole site into a new folder, ready to be published as it is. */
export async function writeSite(folder: string, { bundle, files, media, preview }: SiteParts): Promise<void> {
	// Copied, since what is published may be written to, and the bundle may not.
	await cp(join(bundle, "client"), folder, { recursive: true });
	if (preview) await cp(join(bundle, "preview"), folder, { recursive: true });
	for (const parent of new Set([...files.keys()].map(dirname))) await mkdir(join(folder, parent), { recursive: true });
	await Promise.all([...files].map(([name, content]) => writeFile(join(folder, name), content)));
	await rename(media, join(folder, "media"));
}
