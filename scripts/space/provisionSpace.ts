import type { ProvisioningSettings } from "../../environment/environment.server.ts";
import { FaultsError } from "../shared/faults.ts";
import {
	type ClientLimits,
	connectSpace,
	defaultClientLimits,
	sendToContentful,
} from "./connectSpace.ts";
import { fetchVariables, formatWebhookUrl, planApiKey, planWebhooks } from "./planAccess.ts";
import { planContent } from "./planContent.ts";
import { planPreviews } from "./planPreviews.ts";
import { fetchSpaceContent, loadSpaceContent } from "./spaceContent.ts";
import { isPending, runWriteGroup, type WriteGroup } from "./spaceWrites.ts";

type ProvisionOptions = {
	/** Folder with the content for the space: `demo`, or a backup. */
	from: string;
	log: (line: string) => void;
	confirm: (question: string) => Promise<boolean>;
	/** Whether to overwrite entries that editors have changed. */
	overwrite?: boolean;
	dryRun?: boolean;
	limits?: ClientLimits;
};

/**
 * Asks for confirmation, fills a space with the content of a folder, and creates the site's API key and webhook.
 * @returns the environment variables to set
 * @throws FaultsError when the space cannot be filled completely
 */
export async function provisionSpace(
	settings: ProvisioningSettings,
	{
		from,
		log,
		confirm,
		overwrite = false,
		dryRun = false,
		limits = defaultClientLimits,
	}: ProvisionOptions,
): Promise<Record<string, string> | undefined> {
	const { spaceId, environment } = settings;
	const wanted = await loadSpaceContent(from);
	const client = connectSpace(settings, limits);
	const { name, apiKey, webhook, previews, found } = await sendToContentful(
		"show the space",
		async () => {
			// Fails here, with a single error, if the token or the space id is wrong.
			const { name } = await client.space.get({});
			const apiKey = await planApiKey(client, settings);
			const webhook = await planWebhooks(client, settings);
			const previews = await planPreviews(client, settings);
			return { name, apiKey, webhook, previews, found: await fetchSpaceContent(client) };
		},
	);
	const { groups, conflictingIds } = planContent(client, {
		found,
		wanted,
		folder: from,
		...limits,
	});
	const accessName = webhook.writes.length > 0 ? "API key, secret, webhook" : "API key";
	groups.push({ name: accessName, writes: [apiKey, ...webhook.writes], concurrency: 1 });
	if (previews.length > 0)
		groups.push({ name: "content preview", writes: previews, concurrency: 1 });

	const place = `the space "${name}" (${spaceId}), environment ${environment}`;
	log(
		[`Plan for ${place}:`, ...groups.map(formatGroup), `  ${describeWebhook(settings)}`].join("\n"),
	);
	if (conflictingIds.length > 0 && !overwrite)
		throw new FaultsError([describeConflicts(conflictingIds, from)]);
	if (dryRun) return undefined;
	if (groups.some(({ writes }) => writes.some(isPending))) {
		if (!(await confirm(`Do this in ${place}?`))) return undefined;
		for (const group of groups) await runWriteGroup(group, log);
	}
	return sendToContentful("show the API keys", () =>
		fetchVariables(client, settings, webhook.secret),
	);
}

export function describeWebhook({ siteUrl }: ProvisioningSettings): string {
	if (siteUrl) return `The webhook calls ${formatWebhookUrl(siteUrl)}.`;
	return "There is no webhook, because SITE_URL is no https address.";
}

const statusWords = { missing: "to make", different: "to change", present: "there" };

function formatGroup({ name, writes }: WriteGroup): string {
	const counts = Object.entries(statusWords).map(([status, word]) => {
		const count = writes.filter((write) => write.status === status).length;
		return count > 0 ? `${count} ${word}` : "";
	});
	return `  ${name.padEnd(24)} ${counts.filter(Boolean).join(", ") || "none"}`;
}

function describeConflicts(conflictingIds: string[], from: string): string {
	const first = conflictingIds.slice(0, 5).map((id) => `"${id}"`);
	const otherCount = conflictingIds.length - first.length;
	const others = otherCount > 0 ? ` and ${otherCount} more` : "";
	return `The space is not empty: ${first.join(", ")}${others} were made or changed by others. Nothing was written. Take an empty space, or allow with --yes-overwrite that the entries and pictures of ${from} replace those of the same id (all others stay).`;
}
