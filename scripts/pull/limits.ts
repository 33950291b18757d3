/** Limits of a pull: one run that fetches and validates all content. Tests pass smaller values. */
export const pullLimits = {
	/** Time-out of one request to Contentful or Stripe, in milliseconds. */
	requestTimeoutMs: 10_000,
	/** Maximum time for all requests for entries and prices together, including retries, in milliseconds. */
	deadlineMs: 60_000,
	/** Maximum time for fetching all files, in milliseconds. */
	filesDeadlineMs: 5 * 60_000,
	/** Maximum number of retries of one request. The clients of Contentful and Stripe decide how long they wait. */
	maxRetries: 4,
	/** Wait before the first retry of fetching a file. The wait doubles before each further retry. */
	firstBackOffMs: 500,
	/** Maximum time in which a file that is fetched does not grow, in milliseconds. */
	fileIdleMs: 10_000,
	/** Maximum size of a file, in bytes. docs/editors.md names it. */
	maxFileBytes: 100_000_000,
	/** Maximum number of files that are fetched at the same time. */
	concurrentFiles: 8,
	/**
	 * Maximum size of a photograph, in pixels. Photographs from phones are below this limit. A larger photograph might
	 * not fit into memory.
	 */
	maxPicturePixels: 50_000_000,
};

export type PullLimits = typeof pullLimits;

/** Options of every function that sends requests to Contentful or Stripe. */
export type FetchOptions = {
	limits: PullLimits;
	/** Signal that aborts when the common deadline of all requests passes. */
	signal: AbortSignal;
	log: (line: string) => void;
};
