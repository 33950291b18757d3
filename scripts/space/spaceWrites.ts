import pMap from "p-map";
import { FaultsError, faultsOf } from "../shared/faults.ts";
import { sendToContentful } from "./connectSpace.ts";

/** One write to a space, and whether the space needs it. */
export type SpaceWrite = {
	status: "present" | "missing" | "different";
	/** Purpose of the write, as in the sentence "Contentful refuses to …". */
	action: string;
	run: () => Promise<unknown>;
};

/** Writes of one kind. At most `concurrency` of them run at once. Groups run one after the other. */
export type WriteGroup = { name: string; writes: SpaceWrite[]; concurrency: number };

/**
 * Returns the status of a write.
 * @param found the resource in the space, or undefined when there is none
 * @param isEqual whether that resource is as wanted
 */
export function statusOf(found: unknown, isEqual: boolean): SpaceWrite["status"] {
	if (found === undefined) return "missing";
	return isEqual ? "present" : "different";
}

/** Checks whether the space lacks a resource, or has another version of it. */
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
		await pMap(pending, ({ action, run }) => sendToContentful(action, run), { concurrency });
	} catch (error) {
		const advice = "Run the command again: what is done stays, and it goes on with the rest.";
		throw new FaultsError([...faultsOf(error), advice]);
	}
	if (pending.length > 0) log(`${name}: ${pending.length} done`);
}
