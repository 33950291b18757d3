import { z } from "zod";
import { isCrossSite } from "../../api/http/isCrossSite.ts";
import {
	type PollReason,
	pollIntervalMs,
	pollReasonParameter,
	pollReasons,
	previewPollPath,
} from "../../environment/preview.ts";
import type { Collection } from "../pull/contentful/fingerprint.ts";
import type { ApiRoute } from "./api.ts";

/**
 * Minimum time from any poll to a regular one (reason `interval`), in milliseconds. Shorter than `pollIntervalMs`,
 * because timers of browsers are inexact, and a request that comes too early is dropped.
 */
const minIntervalMs = pollIntervalMs - 1_000;

/**
 * Delays before the repetitions of a poll that has not found a saved entry, in milliseconds. Contentful's preview API
 * may respond with the state before the save for some hundred milliseconds.
 */
const repeatDelaysMs = [300, 700];

/** Maximum number of requests to Contentful in an hour. Contentful saves every five seconds while an editor types. */
const requestsPerHour = 720;

const hourMs = 60 * 60_000;

type PollOptions = {
	/**
	 * Fetches a text that differs after a change of the collection, with one request: see `createFingerprintFetcher` in
	 * `scripts/pull/contentful/fingerprint.ts`.
	 */
	fetchFingerprint: (collection: Collection) => Promise<string>;
	/** Requests a rebuild of the preview: `request` of `createRebuildQueue.ts`. */
	requestRebuild: (cause: string) => void;
	log: (line: string) => void;
	/** Maximum number of requests that may be sent at once, after an hour with few requests. */
	burst?: number | undefined;
};

type PreviewPolls = ReturnType<typeof createPreviewPolls>;

const reasonSchema = z.enum(pollReasons);

/** Creates the route at which pages of the preview request polls. The response does not wait for the poll. */
export function createPollRoute({ requestPoll }: Pick<PreviewPolls, "requestPoll">): ApiRoute {
	return {
		path: previewPollPath,
		respond(request) {
			if (request.method !== "POST") return new Response(null, { status: 405, headers: { Allow: "POST" } });
			if (isCrossSite(request)) return new Response(null, { status: 403 });
			const reason = reasonSchema.safeParse(new URL(request.url).searchParams.get(pollReasonParameter));
			if (!reason.success) return new Response(null, { status: 400 });
			requestPoll(reason.data);
			return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
		},
	};
}

/**
 * Polls Contentful for changed drafts when a page of the preview requests it. Only pages in use request polls. Webhooks
 * request rebuilds directly, without a poll.
 */
export function createPreviewPolls({ fetchFingerprint, requestRebuild, log, burst = 60 }: PollOptions) {
	const hasChanged = createChangeDetector(fetchFingerprint);
	const takeFromBudget = createBudget(burst);
	const queue = createPollQueue(poll);
	let remainingRepeats: number[] = [];
	let nextOfInterval: Collection = "entries";
	let lastPollMs = Number.NEGATIVE_INFINITY;

	function requestPoll(reason: PollReason): void {
		if (reason === "visible") {
			queue.add("entries", "assets");
		} else if (reason === "saved") {
			remainingRepeats = [...repeatDelaysMs];
			// Contentful's editor reports saved entries, and no assets.
			queue.add("entries");
		} else if (performance.now() - lastPollMs >= minIntervalMs) {
			// One request for each interval, so entries and assets take turns.
			queue.add(nextOfInterval);
			nextOfInterval = nextOfInterval === "entries" ? "assets" : "entries";
		}
	}

	async function poll(collections: Collection[]): Promise<void> {
		// Without budget, the poll is dropped. The next poll at an interval still finds the change, because it compares with
		// the same fingerprint.
		if (!takeFromBudget(collections.length)) return;
		lastPollMs = performance.now();
		try {
			const isChanged = await hasChanged(collections);
			if (isChanged) {
				remainingRepeats = [];
				requestRebuild("a draft was changed");
			}
			const repeatDelayMs = remainingRepeats.shift();
			if (repeatDelayMs !== undefined) setTimeout(() => queue.add("entries"), repeatDelayMs).unref();
		} catch (error) {
			log(`Preview: polling Contentful failed (${(error as Error).name})`);
		}
	}

	return { requestPoll, close: queue.close };
}

/** Creates the queue of polls. All requests that arrive during a poll share the next one. */
function createPollQueue(poll: (collections: Collection[]) => Promise<void>) {
	const waiting = new Set<Collection>();
	let isBusy = false;
	let isClosed = false;

	async function pollWaiting(): Promise<void> {
		isBusy = true;
		while (waiting.size > 0 && !isClosed) {
			const collections = [...waiting];
			waiting.clear();
			await poll(collections);
		}
		isBusy = false;
	}

	return {
		add(...collections: Collection[]): void {
			for (const collection of collections) waiting.add(collection);
			if (!isBusy) void pollWaiting();
		},
		close(): void {
			isClosed = true;
		},
	};
}

/**
 * Creates a function that checks whether one of the given collections has changed since it was checked last. The first
 * check of a collection returns true, because drafts may have changed since the last rebuild.
 */
function createChangeDetector(fetchFingerprint: PollOptions["fetchFingerprint"]) {
	const known = new Map<Collection, string>();
	return async (collections: Collection[]): Promise<boolean> => {
		// Compared after all requests have succeeded, so that a failed request cannot hide another collection's change.
		const fingerprints = await Promise.all(collections.map(fetchFingerprint));
		const latest = collections.map((collection, index) => [collection, fingerprints[index] ?? ""] as const);
		const isChanged = latest.some(([collection, fingerprint]) => known.get(collection) !== fingerprint);
		for (const [collection, fingerprint] of latest) known.set(collection, fingerprint);
		return isChanged;
	};
}

/**
 * Creates a token bucket, which limits requests to a rate and permits bursts.
 * @returns function that takes a number of requests from the budget and returns whether the budget had them
 */
function createBudget(burst: number) {
	let available = burst;
	let lastMs = performance.now();
	return (count: number): boolean => {
		const nowMs = performance.now();
		available = Math.min(burst, available + ((nowMs - lastMs) * requestsPerHour) / hourMs);
		lastMs = nowMs;
		if (available < count) return false;
		available -= count;
		return true;
	};
}
