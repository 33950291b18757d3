import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sharp } from "sharp";
import { pullLimits } from "../scripts/pull/limits.ts";
import type { Original } from "../scripts/pull/media/fetchFiles.ts";
import type { MediaCache } from "../scripts/pull/media/MediaCache.ts";
import { prepareMedia } from "../scripts/pull/media/prepareMedia.ts";

/** What a file holds, or what is drawn into it. */
export type Content = Buffer | string | Sharp;

/**
 * Prepares pictures, and files that text links to, both by name, and publishes them in a folder below the one given. Out: all of it,
 * and what became of the first picture and the first file.
 */
export async function prepareContents(
	{ folder, cache }: { folder: string; cache: MediaCache },
	contents: Record<string, Content>,
	{ files = {} as Record<string, Content>, signal = new AbortController().signal } = {},
) {
	const originals = new Map<string, Original>();
	const addressOf = (name: string) => `https://files.example/${name}`;
	for (const [name, content] of Object.entries({ ...contents, ...files })) {
		const isDrawn = typeof content === "object" && "toBuffer" in content;
		const bytes = isDrawn ? await content.toBuffer() : Buffer.from(content);
		const hash = createHash("sha256").update(bytes).digest("hex");
		const path = join(folder, hash);
		await writeFile(path, bytes);
		originals.set(addressOf(name), { path, hash });
	}
	const wanted = { pictures: Object.keys(contents).map(addressOf), files: Object.keys(files).map(addressOf) };
	const options = {
		cache,
		limits: pullLimits,
		signal,
		faultOf: (_: string, problem: string) => problem,
		log: () => {},
	};
	const media = await prepareMedia({ originals, missing: new Map() }, wanted, options);
	const published = join(folder, "media");
	await rm(published, { recursive: true, force: true });
	const sources = [...media.pictures.values()].map(({ made }) => made?.src ?? "");
	await media.publish([...sources, ...[...media.files.values()].map(({ made }) => made ?? "")], published);
	const { made: picture, finding } = media.pictures.get(wanted.pictures[0] ?? "") ?? {};
	return { media, options, published, picture, finding, link: media.files.get(wanted.files[0] ?? "")?.made };
}
