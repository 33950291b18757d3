/** A function's limit as Netlify reads it: requests by one address in a window of seconds. */
type RateLimit = { windowLimit: number; windowSize: number };

/** Visitors that are remembered at the most. */
const mostVisitors = 10_000;

/**
 * Counts requests as the host does for functions with `config.rateLimit`.
 * @returns a function that counts a request of an address and tells whether it is one too many
 */
export function createRateLimit({ windowLimit, windowSize }: RateLimit, now = Date.now): (ip: string) => boolean {
	const counts = new Map<string, number>();
	let start = now();
	return (ip) => {
		if (now() - start >= windowSize * 1000 || counts.size >= mostVisitors) {
			counts.clear();
			start = now();
		}
		const count = (counts.get(ip) ?? 0) + 1;
		counts.set(ip, count);
		return count > windowLimit;
	};
}
