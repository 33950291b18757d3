/** Time-outs, sizes and retries of a pull. Tests pass shorter ones. */
export const pullLimits = {
	/** Time-out of one request to Contentful or Stripe. */
	requestTimeoutMs: 10_000,
	/** Deadline of all entries and prices together, retries included. */
	deadlineMs: 60_000,
	/** Deadline of fetching and preparing all files. Files that are ready by then stay in the cache. */
	mediaDeadlineMs: 10 * 60_000,
	/** Number of retries of a request. */
	maxRetries: 4,
	/** Wait before the first retry. It doubles with each further one. */
	firstBackOffMs: 500,
	/** Maximum wait before a retry, whatever the service asks for. */
	maxBackOffMs: 15_000,
	/** Time-out of fetching one file. */
	fileTimeoutMs: 30_000,
	/** Maximum size of one file, in bytes: https://www.contentful.com/developers/docs/technical-limits/ */
	maxFileBytes: 100 * 1024 * 1024,
	/** Number of files that are fetched at the same time. */
	concurrentFiles: 8,
	/** Maximum size of a photograph, in pixels. Phones take no larger ones, and a larger one might not fit into memory. */
	maxPicturePixels: 50_000_000,
	/** Maximum size of a drawing (SVG), in bytes. */
	maxDrawingBytes: 1024 * 1024,
	/** Time-out of decoding a picture, and of encoding one of its files. */
	encodingTimeoutMs: 60_000,
};

export type PullLimits = typeof pullLimits;

/** Options of every function that sends requests. */
export type FetchOptions = {
	limits: PullLimits;
	/** Deadline of all requests together. */
	signal: AbortSignal;
	/** Logs a line about the progress. */
	log: (line: string) => void;
	/** Receives each valid response, with the name of the requested resource. */
	record?: (resource: string, response: unknown) => void;
};
