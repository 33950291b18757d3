/** A function's limit as Netlify reads it: requests by one address in a window of seconds. */
type RateLimit = { windowLimit: number; windowSize: number };

/** Visitors that are remembered at the most; the oldest are forgotten first. */
const mostVisitors = 10_000;

/**
 * Counts requests as the host does for functions with `config.rateLimit`.
 * @returns a function that counts a request of an address and tells whether it is one too many
 */
export function createRateLimit(limit: RateLimit, now = Date.now): (ip: string) => boolean {
	const windows = new Map<string, { start: number; count: number }>();
	return (ip) => {
		const time = now();
		let window = windows.get(ip);
		if (!window || time - window.start >= limit.windowSize * 1000) {
			window = { start: time, count: 0 };
			windows.delete(ip);
			windows.set(ip, window);
			const [oldest] = windows.keys();
			if (windows.size > mostVisitors && oldest !== undefined) windows.delete(oldest);
		}
		window.count++;
		return window.count > limit.windowLimit;
	};
}
