import { beforeEach, expect, onTestFinished, test } from "vitest";
import { makeFolder, writeFiles } from "../../tests/folders.ts";
import { hashCode } from "./hashCode.ts";

const folders = [
	"api",
	"components",
	"content",
	"environment",
	"pages",
	"public",
	"renderer",
	"scripts",
];
const names = ["netlify.toml", "package-lock.json", "tsconfig.json", "vite.config.ts"];
const paths = [...folders.map((folder) => `${folder}/deep/file.ts`), ...names];

let root: string;
beforeEach(async () => {
	root = await makeFolder({ files: Object.fromEntries(paths.map((path) => [path, "before"])) });
});

test("a change of any file of the site, and a new file, give another hash", async () => {
	const before = await hashCode(root);
	for (const path of [...paths, "public/new.png"]) {
		await writeFiles(root, { [path]: "after" });
		expect(await hashCode(root), path).not.toBe(before);
		if (paths.includes(path)) await writeFiles(root, { [path]: "before" });
	}
});

test.each([
	"environment/headers.test.ts",
	"content/generated/en-US.json",
	"scripts/space/planContent.ts",
	"docs/server.md",
	"README.md",
])("%s, which is no part of the site, does not change the hash", async (path) => {
	const before = await hashCode(root);
	await writeFiles(root, { [path]: "new" });
	expect(await hashCode(root)).toBe(before);
});

test("another version of Node gives another hash", async () => {
	const { version } = process;
	const before = await hashCode(root);
	onTestFinished(() => void Object.defineProperty(process, "version", { value: version }));
	Object.defineProperty(process, "version", { value: "v99.0.0" });
	expect(await hashCode(root)).not.toBe(before);
});
