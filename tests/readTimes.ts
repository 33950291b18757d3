/** Returns the `lastmod` of each page in a sitemap, in milliseconds, by path. */
export function readTimes(sitemap: string): Map<string, number> {
	const entries = sitemap.matchAll(
		/<loc>https?:\/\/[^/<]+(?<path>[^<]*)<\/loc><lastmod>(?<time>[^<]+)<\/lastmod>/g,
	);
	return new Map(
		[...entries].map(({ groups }) => [groups?.path || "/", Date.parse(groups?.time ?? "")]),
	);
}
