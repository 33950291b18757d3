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

test("a change of the site's code gives another hash", async () => {
	const files = Object.fromEntries([...relevant, ...irrelevant].map((path) => [path, "before"]));
	const root = await makeFolder({ files });
	const before = await hashCode(root);
	for (const path of irrelevant) await writeFiles(root, { [path]: "after" });
	expect(await hashCode(root)).toBe(before);
	for (const path of [...relevant, "public/new.png"]) {
		await writeFiles(root, { [path]: "after" });
		expect(await hashCode(root), path).not.toBe(before);
		if (relevant.includes(path)) await writeFiles(root, { [path]: "before" });
	}
});
