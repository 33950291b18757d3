import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createCompleteContent, text } from "../testContent.ts";
import { startSite } from "./liveSite.ts";
import { startServices } from "./services.ts";

const document = await readFile("docs/netlify.md", "utf8");

// All other rows of the table are multiples of this row, of the views in previews.test.ts, and of the deploys in
// netlifyBuilds.test.ts.
test("a publication sends as many requests as docs/netlify.md states", async () => {
	const content = createCompleteContent();
	const { entries, list, ...services } = await startServices(content);
	const site = await startSite(services);
	for (const { requests } of [entries, list]) requests.length = 0;
	content.set("home", "heroTitle", text("Saved"));
	await site.publish();
	// Files come from Contentful's hosts for files, which do not count as calls of its API.
	const contentful = entries.requests.filter((request) => request.includes("/spaces/")).length;
	expect(document).toContain(`\n| one publication | ${contentful} | ${list.requests.length} |`);
});
