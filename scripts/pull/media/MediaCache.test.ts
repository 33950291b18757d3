import { expect, test } from "vitest";
import { makeFolder } from "../../../tests/folders.ts";
import { MediaCache } from "./MediaCache.ts";

test("two processes that create the same entries at the same time both get them", async () => {
	const folder = await makeFolder();
	const keys = Array.from({ length: 500 }, (_, index) => index.toString(16).padStart(16, "0"));
	const obtainAll = (cache: MediaCache) =>
		Promise.all(
			keys.map((key) =>
				cache.obtain(key, async () => ({ facts: key, files: { "": Buffer.from(key) } })),
			),
		);
	const results = await Promise.all([
		obtainAll(new MediaCache(folder)),
		obtainAll(new MediaCache(folder)),
	]);
	expect(results).toEqual([keys, keys]);
});
