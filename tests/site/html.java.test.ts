import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { clientFolder, sitePages } from "./pages.ts";

// The W3C's checker, from the package vnu-jar: https://validator.github.io/validator/#usage
const checker = "node_modules/vnu-jar/build/dist/vnu.jar";

const report = z.object({
	messages: z.array(
		z.object({
			type: z.enum(["error", "info", "non-document-error"]),
			subType: z.string().optional(),
			url: z.string().optional(),
			lastLine: z.number().optional(),
			message: z.string(),
			extract: z.string().optional(),
		}),
	),
});

/** What the checker says of files; it ends with 1 when it finds errors. */
function check(files: string[]): Promise<z.infer<typeof report>["messages"]> {
	const options = { maxBuffer: 16 * 1024 * 1024 };
	return new Promise((settle, reject) => {
		execFile("java", ["-jar", checker, "--format", "json", "--stdout", ...files], options, (error, stdout, stderr) => {
			try {
				settle(report.parse(JSON.parse(stdout)).messages);
			} catch {
				reject(new Error(`The checker gives no report: ${stderr || error}`));
			}
		});
	});
}

test("the W3C's HTML checker has no error and no warning", { timeout: 60_000 }, async () => {
	const messages = await check(sitePages.map(({ file }) => resolve(clientFolder, file)));
	// It sees them: React closes void elements with a slash, of which it informs.
	expect(new Set(messages.map(({ url }) => url)).size).toBe(sitePages.length);
	const serious = messages
		.filter(({ type, subType }) => type !== "info" || subType === "warning")
		// Its grammar of CSS is older than the platform's.
		.filter(({ message }) => !message.startsWith("CSS: "));
	expect(serious.map(({ url, message, extract }) => `${url}: ${message} ${extract}`)).toEqual([]);
});
