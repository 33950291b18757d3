import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { openNewsletterFiles } from "./newsletterFiles.ts";

test("a folder that cannot be written is logged each hour", async () => {
	vi.useFakeTimers({ toFake: ["setInterval"] });
	onTestFinished(() => void vi.useRealTimers());
	const logged = vi.spyOn(console, "error").mockImplementation(() => {});
	const folder = join(await makeFolder(), "mails");
	openNewsletterFiles({ folder });
	await rm(folder, { recursive: true });
	await writeFile(folder, "");
	vi.advanceTimersByTime(3_600_000);
	expect(logged).toHaveBeenCalledExactlyOnceWith(
		expect.stringContaining("Counts of mails: EEXIST"),
	);
});
