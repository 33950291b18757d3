/** Path of the event stream that announces a preview's live version (`scripts/server/liveVersionStream.ts`). */
export const liveVersionPath = "/live-version";

/**
 * Path to which pages of a preview post, so that the server polls Contentful for saved drafts.
 * `scripts/server/previewPolls.ts` handles it.
 */
export const previewPollPath = "/api/preview-poll";

/** Query parameter of `previewPollPath` that contains the reason. */
export const pollReasonParameter = "reason";

/**
 * Reasons for which a page requests a poll:
 * - `saved`: Contentful's editor has saved an entry of the page.
 * - `visible`: the page becomes visible or is used again.
 * - `interval`: `pollIntervalMs` has passed while the page is in use.
 */
export const pollReasons = ["saved", "visible", "interval"] as const;

export type PollReason = (typeof pollReasons)[number];

/** Interval at which a page in use requests a poll, in milliseconds. */
export const pollIntervalMs = 10_000;

/** Delay before a page repeats a failed request, in milliseconds. */
export const retryDelayMs = 2_000;

/** `name` of the `<meta>` element whose `content` is the id of the version that a preview page belongs to. */
export const previewVersionName = "preview-version";
