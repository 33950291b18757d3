import pMap from "p-map";
import { FaultsError, listFaults } from "../shared/faults.ts";
import { sendToContentful } from "./connectSpace.ts";

export type SpaceWrite = {
	status: "present" | "missing" | "different";
	/** Words after "Contentful refuses to" in an error message, such as "make an API key". */
	action: string;
	run: () => Promise<unknown>;
};

/** Group of writes, of which at most `concurrency` run at once. Groups run one after the other. */
export type WriteGroup = { name: string; writes: SpaceWrite[]; concurrency: number };

export function toStatus({
	exists,
	isEqual,
}: {
	exists: boolean;
	isEqual: boolean;
}): SpaceWrite["status"] {
	if (!exists) return "missing";
	return isEqual ? "present" : "different";
}

export function isPending({ status }: SpaceWrite): boolean {
	return status !== "present";
}

/**
 * Runs the pending writes of a group.
 * @throws FaultsError when a write fails. Completed writes are not undone
 */
export async function runWriteGroup(
	{ name, writes, concurrency }: WriteGroup,
	log: (line: string) => void,
): Promise<void> {
	const pending = writes.filter(isPending);
	try {
		await pMap(pending, ({ action, run }) => sendToContentful(action, run), { concurrency });
	} catch (error) {
		const advice = "Run the command again: what is done stays, and it goes on with the rest.";
		throw new FaultsError([...listFaults(error), advice]);
	}
	if (pending.length > 0) log(`${name}: ${pending.length} done`);
}
