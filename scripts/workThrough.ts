/**
 * Works through a list, `atOnce` of it at a time, and begins nothing more when the signal is given.
 * @returns how many were not begun
 */
export async function workThrough<Item>(
	list: Iterable<Item>,
	{ atOnce, signal }: { atOnce: number; signal?: AbortSignal },
	work: (item: Item) => Promise<void>,
): Promise<number> {
	const queue = [...list];
	const worker = async () => {
		while (queue.length > 0 && !signal?.aborted) await work(queue.shift() as Item);
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
	return queue.length;
}
