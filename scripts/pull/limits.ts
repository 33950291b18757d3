/** How patient a pull is. Times in milliseconds. Tests pass shorter ones. */
export const pullLimits = {
	/** One request. */
	request: 10_000,
	/** Entries and prices together, retries included. */
	deadline: 60_000,
	/** All files together: fetching them and making pictures of them. What was made by then is kept for the next time. */
	mediaDeadline: 10 * 60_000,
	/** Attempts after the first. */
	retries: 4,
	/** The wait before the first retry; it doubles each time. */
	firstWait: 500,
	/** No wait is longer, whatever a service asks for. */
	longestWait: 15_000,
	/** One asset file. */
	file: 30_000,
	/** The largest asset file, in bytes: https://www.contentful.com/developers/docs/technical-limits/ */
	fileSize: 100 * 1024 * 1024,
	/** Asset files fetched at once. */
	concurrency: 8,
	/** The largest picture, in pixels: what phones take, and no more than memory holds. */
	picturePixels: 50_000_000,
	/** The largest drawing (SVG), in bytes. */
	drawingSize: 1024 * 1024,
	/** Decoding a picture, or encoding one file of it. */
	encoding: 60_000,
};

export type Limits = typeof pullLimits;

/** What every client is told: how patient to be, the deadline, and where its progress goes, a line at a time. */
export type FetchOptions = {
	limits: Limits;
	signal: AbortSignal;
	log: (line: string) => void;
	/** Receives each good answer as it came, with the name of what was asked for. */
	keep?: (what: string, answer: unknown) => void;
};
