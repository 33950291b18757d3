import { beforeEach, expect, onTestFinished, test } from "vitest";
import { makeFolder, writeFiles } from "../../tests/folders.ts";
import { hashCode } from "./hashCode.ts";

const folders = ["api", "components", "content", "environment", "pages", "public", "renderer", "scripts"];
const names = ["netlify.toml", "package-lock.json", "tsconfig.json", "vite.config.ts"];
const paths = [...folders.map((folder) => `${folder}/deep/file.ts`), ...names];

let root: string;
beforeEach(async () => {
	root = await makeFolder({ files: Object.fromEntries(paths.map((path) => [path, "before"])) });
});

test.each(paths)("a change of %s gives another hash", async (path) => {
	const before = await hashCode(root);
	await writeFiles(root, { [path]: "after" });
	expect(await hashCode(root)).not.toBe(before);
	await writeFiles(root, { [path]: "before" });
	expect(await hashCode(root)).toBe(before);
});

test.each(["public/new.png", "pages/new/+Page.tsx"])("a new file %s gives another hash", async (path) => {
	const before = await hashCode(root);
	await writeFiles(root, { [path]: "" });
	expect(await hashCode(root)).not.toBe(before);
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
