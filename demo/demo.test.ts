import { readFile, stat } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readDemoSpace } from "./startDemo.ts";
import { formatStripeFixtures } from "./stripeFixtures.ts";

const { entries, assets } = await readDemoSpace();

/** Every text of a value: plain texts, lists and the text nodes of rich text. */
function textsIn(value: unknown): string[] {
	if (typeof value === "string") return [value];
	if (Array.isArray(value)) return value.flatMap(textsIn);
	if (typeof value !== "object" || value === null) return [];
	const node = value as { nodeType?: string; value?: string; content?: unknown };
	return node.nodeType === "text" ? [node.value ?? ""] : textsIn(node.content);
}

test("the file for Stripe's own command is up to date (else: node scripts/regenerate.ts)", async () => {
	const file = await readFile(new URL("stripe-fixtures.json", import.meta.url), "utf8");
	expect(file).toBe(formatStripeFixtures());
});

test("the space tells the truth about its pictures", async () => {
	for (const { fields } of assets) {
		const { fileName, contentType, details } = fields.file?.["en-US"] ?? {};
		const path = new URL(`pictures/${fileName}`, import.meta.url);
		const { size } = await stat(path);
		const { width, height, format } = await sharp(await readFile(path)).metadata();
		expect({ fileName, size, image: { width, height } }).toEqual({ fileName, ...details });
		expect(contentType).toBe(format === "svg" ? "image/svg+xml" : "image/jpeg");
	}
});

test("texts are set with care in both languages", () => {
	for (const { fields } of [...entries, ...assets]) {
		for (const [field, values] of Object.entries(fields)) {
			if (field === "file") continue;
			for (const text of textsIn(values.ru)) {
				expect(text).not.toMatch(/["“”„]| - | – |[^\u00a0]—|(?<=[\s(«])(в|к|с|о|у|и|а|на|по|за|из|от|до|не|но) /i);
			}
			for (const text of textsIn(values["en-US"])) expect(text).not.toMatch(/["']| - |—/);
		}
	}
});
