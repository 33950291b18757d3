import { expect, test } from "vitest";
import { signContentfulWebhook } from "../../demo/webhooks.ts";
import { startSite } from "./liveSite.ts";
import { contentfulSecret, startServices, testSpaceId } from "./services.ts";
import { createCompleteContent, ids, listIds, text } from "./testContent.ts";

const sign = (topic: string, id: string, revision?: number) =>
	signContentfulWebhook(contentfulSecret, "/api/rebuild", {
		topic,
		id,
		spaceId: testSpaceId,
		revision,
	});

test("a publication that Contentful delivers late goes live", async () => {
	const content = createCompleteContent();
	const { entries, ...services } = await startServices(content);
	const site = await startSite(services);
	entries.delayChanges(1_500);
	content.set("home", "heroTitle", text("Spring"));
	content.item("home").sys.revision = 2;
	await site.sendWebhook(sign("Entry.publish", ids.home, 2));
	expect(await site.read("/")).not.toContain("Spring");
	await expect.poll(() => site.read("/"), { timeout: 10_000 }).toContain("Spring");
});

test("an unpublished entry that Contentful delivers longer disappears", async () => {
	const content = createCompleteContent();
	content.set(listIds.review, "name", text("Leaving"));
	const { entries, ...services } = await startServices(content);
	const site = await startSite(services);
	entries.delayChanges(1_500);
	content.unpublish(listIds.review);
	await site.sendWebhook(sign("Entry.unpublish", listIds.review));
	expect(await site.read("/")).toContain("Leaving");
	await expect.poll(() => site.read("/"), { timeout: 10_000 }).not.toContain("Leaving");
});
