import { expect, test } from "vitest";
import { makeFolder, writeFiles } from "../../tests/folders.ts";
import { hashCode } from "./hashCode.ts";

const relevant = [
	...["api", "components", "content", "environment", "pages", "public", "renderer", "scripts"].map(
		(folder) => `${folder}/deep/file.ts`,
	),
	...["netlify.toml", "package-lock.json", "tsconfig.json", "vite.config.ts"],
];
const irrelevant = ["environment/a.test.ts", "content/generated/ru.json", "README.md"];

test("each change of the site's code gives another hash", async () => {
	const toFiles = (paths: string[]) => Object.fromEntries(paths.map((path) => [path, "code"]));
	const root = await makeFolder({ files: toFiles(relevant) });
	const hashes = new Set([await hashCode(root)]);
	for (const path of relevant) {
		await writeFiles(root, { [path]: "changed" });
		hashes.add(await hashCode(root));
	}
	await writeFiles(root, toFiles(irrelevant));
	hashes.add(await hashCode(root));
	expect(hashes.size).toBe(relevant.length + 1);
});
