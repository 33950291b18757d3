import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { config as scheduled } from "../../api/buildWhenDue.ts";
import { signContentfulWebhook } from "../../demo/webhooks.ts";
import { pollIntervalMs, pollReasonParameter, previewPollPath } from "../../environment/preview.ts";
import { defaultPollLimits } from "../../scripts/server/previewPolls.ts";
import { signPublishWebhook, startSite } from "./liveSite.ts";
import { contentfulSecret, type Services, startServices, testSpaceId } from "./services.ts";
import { createCompleteContent, ids, text } from "./testContent.ts";

const document = "docs/netlify.md";

const hourMs = 60 * 60 * 1000;

/** Contentful sends `auto_save` every five seconds while an editor types. */
const savesPerHourOfWriting = hourMs / 5_000;

/** Use of other services' limits. Deploys and functions are those of Netlify. */
type Use = { contentful: number; stripe: number; deploys: number; functions: number; mails: number };

const none: Use = { contentful: 0, stripe: 0, deploys: 0, functions: 0, mails: 0 };

const useKeys = Object.keys(none) as (keyof Use)[];

/** Adds uses, each multiplied by its count. */
function add(...parts: [count: number, use: Use][]): Use {
	const total = { ...none };
	for (const [count, use] of parts) {
		for (const key of useKeys) total[key] += count * use[key];
	}
	return total;
}

/** Counts the requests that Contentful and Stripe receive during a task. */
async function countRequests({ entries, list }: Services, task: () => Promise<unknown>): Promise<Use> {
	// Files come from Contentful's hosts for files, which do not count as calls of its API.
	const count = () => ({
		...none,
		contentful: entries.requests.filter((request) => request.includes("/spaces/")).length,
		stripe: list.requests.length,
	});
	const before = count();
	await task();
	return add([1, count()], [-1, before]);
}

/** Requests of one pull, which every publication, every check and every rebuild of a preview sends. */
async function countPull(): Promise<Use> {
	const services = await startServices(createCompleteContent());
	const site = await startSite(services);
	return countRequests(services, () => site.sendWebhook(signPublishWebhook()));
}

/** Requests of one poll for the reason `interval`, without a change. */
async function countPoll(): Promise<Use> {
	const services = await startServices(createCompleteContent(), { preview: true });
	const site = await startSite(services, { pollLimits: { minIntervalMs: 0, pauseMs: 0 } });
	const poll = (reason: string) =>
		fetch(`${site.url}${previewPollPath}?${pollReasonParameter}=${reason}`, { method: "POST" });
	const requestsOfPolls = () => services.entries.requests.filter((request) => request.includes("order=-sys"));
	await poll("visible");
	// The first poll causes a rebuild. A request for another poll before its end would be dropped.
	await expect.poll(() => site.log.join(), { timeout: 20_000 }).toContain("nothing has changed");
	const requestsBefore = requestsOfPolls().length;
	await poll("interval");
	await expect.poll(() => requestsOfPolls().length, { timeout: 20_000 }).toBeGreaterThan(requestsBefore);
	return { ...none, contentful: requestsOfPolls().length - requestsBefore };
}

/** Requests of a draft that a webhook announces. */
async function countSavedDraft(): Promise<Use> {
	const content = createCompleteContent();
	const services = await startServices(content, { preview: true });
	const site = await startSite(services);
	content.set("home", "heroTitle", text("Saved"));
	const saved = { topic: "Entry.auto_save", id: ids.home, spaceId: testSpaceId };
	return countRequests(services, () =>
		site.sendWebhook(signContentfulWebhook(contentfulSecret, "/api/rebuild", saved)),
	);
}

test(`the bill in ${document} has the requests that Contentful and Stripe receive`, async () => {
	const pull = await countPull();
	const poll = await countPoll();
	const savedDraft = await countSavedDraft();

	const minutes = /^\*\/(?<interval>\d+) \* \* \* \*$/.exec(scheduled.schedule)?.groups?.interval;
	const scheduledRuns = (24 * 60) / Number(minutes);
	const publication = add([1, pull], [1, { ...none, deploys: 1, functions: 1 }]);
	const quietDay = add([1, pull], [1, { ...none, functions: scheduledRuns + 1 }]);
	const openHour = add([hourMs / pollIntervalMs, poll], [hourMs / defaultPollLimits.rebuildIntervalMs, pull]);
	const writingHour = add([1, openHour], [savesPerHourOfWriting, savedDraft]);
	const subscription: Use = { ...none, functions: 1, mails: 1 };
	const quietMonth = add([30, quietDay], [10, publication], [4, writingHour]);
	const busyMonth = add(
		[30, quietDay],
		[120, { ...publication, deploys: 0 }],
		// Each sitting is one deploy: netlifyBuilds.test.ts.
		[25, { ...none, deploys: 1 }],
		[80, openHour],
		[20, writingHour],
		[30, subscription],
	);
	const rows: Record<string, Use> = {
		"one publication": publication,
		"a day when nobody edits": quietDay,
		"an hour of open preview, nobody writes": openHour,
		"an hour of open preview, somebody writes all the time": writingHour,
		"one subscription to the newsletter": subscription,
		"**quiet month**": quietMonth,
		"**busy month**": busyMonth,
	};
	const lines = Object.entries(rows).map(([name, use]) => {
		const figures = useKeys.map((key) => use[key].toLocaleString("en-GB"));
		return `| ${name} | ${figures.join(" | ")} |`;
	});
	const documented = (await readFile(document, "utf8")).split("\n");
	const missing = lines.filter((line) => !documented.includes(line));
	expect(missing, `copy these rows into the table "The bill" of ${document}`).toEqual([]);
});
