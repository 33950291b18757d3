import pMap from "p-map";
import type { Provisioning } from "../../site/environment.server.ts";
import { FaultsError, faultsOf } from "../shared/faults.ts";
import { ask, connectSpace, type Pace, usualPace } from "./connectSpace.ts";
import { fetchVariables, planAccess, webhookUrl } from "./planAccess.ts";
import { type Group, planContent, type Step } from "./planContent.ts";
import { planPreviews } from "./planPreviews.ts";
import { fetchSpaceContent, loadSpaceContent } from "./spaceContent.ts";

type ProvisionOptions = {
	/** The folder of what to put into the space: the demo's, or a backup. */
	from: string;
	/** Receives the plan and the progress, a line at a time. */
	log: (line: string) => void;
	/** Asks a person a question that yes or no answers. */
	confirm: (question: string) => Promise<boolean>;
	/** Whether entries that are in the space may be overwritten. */
	overwrite?: boolean;
	pace?: Pace;
};

/**
 * Fills a space from a folder, and makes the API key and the webhook that the site needs. Shows first what it is going to do,
 * and asks. What is there already stays, so it can be run again.
 * @returns the variables to set, or undefined when the person says no
 * @throws FaultsError when it cannot be done, or not to the end
 */
export async function provisionSpace(
	given: Provisioning,
	{ from, log, confirm, overwrite = false, pace = usualPace }: ProvisionOptions,
): Promise<Record<string, string> | undefined> {
	const { siteUrl, spaceId, environment } = given;
	const wanted = await loadSpaceContent(from);
	const client = connectSpace(given, pace);
	const { name, access, previews, found } = await ask("show the space", async () => {
		// First, and alone: a wrong token or space is one fault.
		const { name } = await client.space.get({});
		const access = await planAccess(client, given);
		const previews = await planPreviews(client, given);
		return { name, access, previews, found: await fetchSpaceContent(client) };
	});
	const { groups, foreign } = planContent(client, { found, wanted, folder: from, ...pace });
	groups.push({ name: siteUrl ? "API key, secret, webhook" : "API key", steps: access.steps, atOnce: 1 });
	if (previews.length > 0) groups.push({ name: "content preview", steps: previews, atOnce: 1 });

	const place = `the space "${name}" (${spaceId}), environment ${environment}`;
	const webhook = siteUrl
		? `The webhook calls ${webhookUrl(siteUrl)}.`
		: "There is no webhook, because SITE_URL is no https address.";
	log([`Plan for ${place}:`, ...groups.map(formatGroup), `  ${webhook}`].join("\n"));
	if (foreign.length > 0 && !overwrite) throw new FaultsError([describeForeign(foreign, from)]);
	if (groups.some(({ steps }) => steps.some(isToDo))) {
		if (!(await confirm(`Do this in ${place}?`))) return undefined;
		for (const group of groups) await carryOut(group, log);
	}
	return ask("show the API keys", () => fetchVariables(client, given, access.secret));
}

const isToDo = ({ is }: Step) => is !== "there";

async function carryOut({ name, steps, atOnce }: Group, log: (line: string) => void): Promise<void> {
	const left = steps.filter(isToDo);
	try {
		await pMap(left, ({ what, run }) => ask(what, run), { concurrency: atOnce });
	} catch (error) {
		const again = "Run the command again: what is done stays, and it goes on with the rest.";
		throw new FaultsError([...faultsOf(error), again]);
	}
	if (left.length > 0) log(`${name}: ${left.length} done`);
}

function formatGroup({ name, steps }: Group): string {
	const words = { new: "to make", other: "to change", there: "there" };
	const counts = Object.entries(words).map(([is, word]) => [steps.filter((step) => step.is === is).length, word]);
	const parts = counts.filter(([count]) => count !== 0).map((part) => part.join(" "));
	return `  ${name.padEnd(24)} ${parts.join(", ") || "none"}`;
}

function describeForeign(foreign: string[], from: string): string {
	const first = foreign.slice(0, 5).map((id) => `"${id}"`);
	const others = foreign.length - first.length;
	return `The space is not empty: ${first.join(", ")}${others > 0 ? ` and ${others} more` : ""} were made or changed by others. Nothing was written. Take an empty space, or allow with --yes-overwrite that the entries and pictures of ${from} replace those of the same id (all others stay).`;
}
