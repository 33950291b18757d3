import { inspect } from "node:util";
import { expect, onTestFinished } from "vitest";
import { startContentful } from "../../demo/contentfulService.ts";
import type { Intercept } from "../../demo/loopbackService.ts";
import { startStripe } from "../../demo/stripeService.ts";
import { requireEnvironment } from "../../environment/environment.server.ts";
import { type PullLimits, pullLimits } from "../../scripts/pull/limits.ts";
import { pull } from "../../scripts/pull/pull.ts";
import { listFaults } from "../../scripts/shared/faults.ts";
import { makeFolder } from "../folders.ts";
import { formatFindings } from "../formatFindings.ts";
import { readTree } from "../readTree.ts";
import { createCompleteContent, ids, type TestContent } from "../testContent.ts";

/** Id of the Contentful space in tests. It differs from the demo's, so that a wrong id makes a test fail. */
export const testSpaceId = "q7wirespace";
export const token = "wire-delivery-token-5f1c";
export const previewToken = "wire-preview-token-83e0";
export const key = "rk_test_wire_9a77";
export const contentfulSecret = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/";
export const stripeSecret = "whsec_wire_5f1c";

/** Limits of pulls in tests: short waits before retries, and time-outs that a busy machine does not reach. */
export const shortLimits: PullLimits = {
	...pullLimits,
	requestTimeoutMs: 20_000,
	deadlineMs: 25_000,
	maxRetries: 1,
	firstBackOffMs: 5,
	fileIdleMs: 20_000,
};

export type WireOptions = {
	/** Handler that can give faulty responses to requests to Contentful and Stripe. */
	misbehave?: Intercept | undefined;
	limits?: Partial<PullLimits> | undefined;
	/** Environment variables that extend or replace the variables for Contentful and Stripe. */
	environment?: Record<string, string | undefined> | undefined;
	/** Content of additional files to which assets can refer, by file name. */
	files?: Record<string, Buffer | string> | undefined;
	/** Cache folder of an earlier pull. Default: a new folder. */
	cacheFolder?: string | undefined;
};

export type Services = Awaited<ReturnType<typeof startServices>>;

/** Starts stand-ins for Contentful and Stripe, which serve `content` and record the requests that they receive. */
export async function startServices(
	content = createCompleteContent(),
	{ misbehave, environment, files }: WireOptions = {},
) {
	const pictures = await makeFolder({ files: { ...assetFiles, ...files } });
	const entries = await startContentful({
		content,
		spaceId: testSpaceId,
		token,
		previewToken,
		pictures,
		intercept: misbehave,
	});
	onTestFinished(() => entries.close());
	const list = await startStripe({ content, key, intercept: misbehave });
	onTestFinished(() => list.close());
	const variables = {
		CONTENTFUL_SPACE_ID: testSpaceId,
		CONTENTFUL_DELIVERY_TOKEN: token,
		CONTENTFUL_API_URL: entries.url,
		CONTENTFUL_ENTRY_IDS: JSON.stringify(ids),
		STRIPE_API_KEY: key,
		STRIPE_API_URL: list.url,
		SITE_URL: "https://clinic.example",
		CONTENTFUL_PREVIEW_TOKEN: previewToken,
		...environment,
	};
	return { entries, list, variables, environment: requireEnvironment(variables) };
}

/** Content of files to which assets can refer, by file name. */
const assetFiles: Record<string, Buffer | string> = {
	// A picture of 3 × 2 pixels.
	"dot.png": Buffer.from(
		"iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQImWPogAEGOAsAX7QJkSwaNlgAAAAASUVORK5CYII=",
		"base64",
	),
};

/** Change that a test makes to the content of `createCompleteContent`. */
export type Change = (content: TestContent) => unknown;

/**
 * Pulls changed content with the real clients of Contentful and Stripe. Expects that the log, the files and a thrown
 * error contain no secrets. Each of `rows` is a finding by its code.
 */
export async function pullChanged(change: Change, options: WireOptions = {}) {
	const content = createCompleteContent();
	change(content);
	const { environment } = await startServices(content, options);
	const folder = await makeFolder();
	const log: string[] = [];
	const pulling = pull(environment, folder, {
		cacheFolder: options.cacheFolder ?? (await makeFolder()),
		limits: { ...shortLimits, ...options.limits },
		log: (line) => log.push(line),
	});
	const [outcome] = await Promise.allSettled([pulling]);
	const files = await readTree(folder);
	const output = [...log, inspect(outcome, { depth: 20, showHidden: true }), ...files.values()];
	for (const secret of [token, previewToken, key]) expect(output.join("\n")).not.toContain(secret);
	const { snapshots, report } = await pulling;
	return { en: snapshots["en-US"], rows: formatFindings(report) };
}

/** Pulls changed content, and expects that the pull fails. Returns the faults. */
export async function collectPullFaults(change: Change, options?: WireOptions): Promise<string[]> {
	const error = await pullChanged(change, options).catch((reason: unknown) => reason);
	expect(error).toMatchObject({ name: "FaultsError" });
	return listFaults(error).flatMap((fault) =>
		typeof fault === "string" ? fault : formatFindings([fault]),
	);
}
