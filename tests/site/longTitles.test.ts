import { expect, test } from "vitest";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { walkContent } from "./contentWalk.ts";
import { renderSources } from "./renderSources.ts";
import { parseDocument, sitePages } from "./sitePages.ts";

const snapshots = await loadSnapshots("content/generated");
const softHyphen = "\u00ad";

// tests/e2e/everyPage.spec.ts tests that phones break such words only at these hyphens.
test("a long word in any title or label has soft hyphens", async () => {
	const content = structuredClone(snapshots.ru);
	for (const { field, name, entry } of walkContent(content)) {
		if (/^text/.test(field.kind) && entry[name] && !Array.isArray(entry[name])) {
			entry[name] = { value: "противовоспалительное" };
		}
	}
	const pages = sitePages.filter(({ locale, route }) => locale === "ru" && route);
	for (const [file, html] of await renderSources({ ...snapshots, ru: content }, pages)) {
		const titles = parseDocument(html).querySelectorAll("main :is(h1, h2, h3), figcaption span");
		const texts = Array.from(titles, ({ textContent }) => textContent);
		expect(texts.length, file).toBeGreaterThan(0);
		const long = texts.filter((text) => text.replaceAll(softHyphen, "").includes("противовоспалительное"));
		expect(long.length, file).toBeGreaterThan(0);
		expect(
			long.filter((text) => !text.includes(softHyphen)),
			file,
		).toEqual([]);
	}
});
