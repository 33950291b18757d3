import pMap from "p-map";
import { FaultsError, faultsOf } from "../shared/faults.ts";
import { ask } from "./connectSpace.ts";

/** One write to a space, and whether the space needs it. */
export type SpaceWrite = {
	status: "present" | "missing" | "different";
	/** Completes the sentence "Contentful refuses to …". */
	action: string;
	run: () => Promise<unknown>;
};

/** Steps of one kind. At most `concurrency` of them run at once; groups run one after the other. */
export type WriteGroup = { name: string; writes: SpaceWrite[]; concurrency: number };

/**
 * Returns the status of a write.
 * @param found the thing as the space has it, or undefined when it has none
 * @param isEqual whether that is as it should be
 */
export function statusOf(found: unknown, isEqual: boolean): SpaceWrite["status"] {
	if (found === undefined) return "missing";
	return isEqual ? "present" : "different";
}

/** Checks whether the space lacks the thing that is written, or has another version of it. */
export function isPending({ status }: SpaceWrite): boolean {
	return status !== "present";
}

/**
 * Runs the pending writes of a group.
 * @throws FaultsError when a write fails; those that have finished stay done
 */
export async function runWriteGroup(
	{ name, writes, concurrency }: WriteGroup,
	log: (line: string) => void,
): Promise<void> {
	const pending = writes.filter(isPending);
	try {
		await pMap(pending, ({ action, run }) => ask(action, run), { concurrency });
	} catch (error) {
		const advice = "Run the command again: what is done stays, and it goes on with the rest.";
		throw new FaultsError([...faultsOf(error), advice]);
	}
	if (pending.length > 0) log(`${name}: ${pending.length} done`);
}
