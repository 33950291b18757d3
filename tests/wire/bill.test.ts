import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { signContentfulWebhook } from "../../demo/webhooks.ts";
import { startSite } from "./liveSite.ts";
import { contentfulSecret, startServices, testSpaceId } from "./services.ts";
import { createCompleteContent, ids, text } from "./testContent.ts";

const document = await readFile("docs/netlify.md", "utf8");

// All other rows of the table are multiples of this row, of the views in previews.test.ts, and of the deploys in
// netlifyBuilds.test.ts.
test("a publication sends as many requests as docs/netlify.md states", async () => {
	const content = createCompleteContent();
	const services = await startServices(content);
	const site = await startSite(services);
	// Files come from Contentful's hosts for files, which do not count as calls of its API.
	const countContentful = () =>
		services.entries.requests.filter((request) => request.includes("/spaces/")).length;
	const [contentfulBefore, stripeBefore] = [countContentful(), services.list.requests.length];
	content.set("home", "heroTitle", text("Saved"));
	const event = { topic: "Entry.publish", id: ids.home, spaceId: testSpaceId };
	await site.sendWebhook(signContentfulWebhook(contentfulSecret, "/api/rebuild", event));
	const contentful = countContentful() - contentfulBefore;
	const stripe = services.list.requests.length - stripeBefore;
	expect(document).toContain(`\n| one publication | ${contentful} | ${stripe} |`);
});
