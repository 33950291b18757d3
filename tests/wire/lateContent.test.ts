import { expect, test } from "vitest";
import { assetLink, createCompleteContent, ids, plain, text } from "../testContent.ts";
import { startSite } from "./liveSite.ts";
import { interceptPath, respondWith } from "./misbehaviour.ts";
import { startServices } from "./services.ts";

test.each([
	["publication", ids.home, "heroTitle", "Entry.publish"],
	["removal", "review-1", "name", "Entry.unpublish"],
])("a %s that Contentful delivers late goes live", async (_, id, field, topic) => {
	const content = createCompleteContent();
	content.set(id, field, text("Outdated"));
	const services = await startServices(content);
	const site = await startSite(services);
	services.entries.delayChanges(1_500);
	content.set(id, field, text("New"));
	if (topic === "Entry.unpublish") content.unpublish(id);
	content.item(id).sys.revision = 2;
	await site.publish({ topic, id, revision: 2 });
	expect(await site.read("/")).toContain("Outdated");
	await expect.poll(() => site.read("/"), { timeout: 10_000 }).not.toContain("Outdated");
	await site.publish({ topic, id, revision: 2 });
	expect(site.log.join("\n")).not.toMatch(/^Live: .*\n✗ warning: Contentful has not delivered/m);
});

test("a picture goes live with the next rebuild when its host works again", async () => {
	const content = createCompleteContent();
	// A pull tries twice.
	const misbehave = interceptPath("/cover/", respondWith(503, ""), 2);
	const site = await startSite(await startServices(content, { misbehave }));
	content.addAsset("cover");
	content.set("home", "heroCover", plain(assetLink("cover")));
	content.set("home", "heroTitle", text("New"));
	await site.publish();
	expect(await site.read("/")).toContain("New");
	await site.publish();
	expect(await site.read("/")).toContain("Title of cover");
});
