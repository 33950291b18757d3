import { inspect } from "node:util";
import { expect, onTestFinished } from "vitest";
import { startContentful } from "../../demo/contentfulService.ts";
import type { Intercept } from "../../demo/loopbackService.ts";
import { startStripe } from "../../demo/stripeService.ts";
import { type Limits, pullLimits } from "../../scripts/pull/limits.ts";
import { type PullResult, pull } from "../../scripts/pull/pull.ts";
import { faultsOf } from "../../scripts/shared/faults.ts";
import { parseEnvironment } from "../../site/environment.server.ts";
import { makeFolder } from "../folders.ts";
import { readTree } from "../readTree.ts";
import { ids, type TestContent, wholeContent } from "./content.ts";

/** Nothing here is what the demo has: another space, other keys, other entry ids. */
export const spaceId = "q7wirespace";
export const token = "wire-delivery-token-5f1c";
export const previewToken = "wire-preview-token-83e0";
export const key = "rk_test_wire_9a77";
/** What signs the webhooks of the two services. */
export const contentfulSecret = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/";
export const stripeSecret = "whsec_wire_5f1c";

/** Short enough for tests, long enough for a busy machine. */
export const shortLimits: Limits = {
	...pullLimits,
	request: 1000,
	deadline: 10_000,
	retries: 2,
	firstWait: 5,
	longestWait: 30,
	file: 1000,
};

export type WireOptions = {
	/** Misbehaviour of the services, of which none has the paths of the other. */
	misbehave?: Intercept | undefined;
	limits?: Partial<Limits> | undefined;
	/** Whether drafts are asked for. */
	preview?: boolean | undefined;
	/** Environment variables in place of those that fit the services. */
	environment?: Record<string, string | undefined> | undefined;
	/** Files that assets may have besides the usual ones, by name. */
	files?: Record<string, Buffer | string> | undefined;
	/** The cache folder of an earlier pull; a new one unless given. */
	cache?: string | undefined;
};

export type Services = Awaited<ReturnType<typeof startServices>>;

/** Starts both services, and writes down what they are asked. They give what the content holds at that moment. */
export async function startServices(
	content: TestContent,
	{ misbehave, preview, environment, files }: WireOptions = {},
) {
	const pictures = await makeFolder({ files: { ...assetFiles, ...files } });
	const entries = await startContentful({ content, spaceId, token, previewToken, pictures, intercept: misbehave });
	onTestFinished(() => entries.close());
	const list = await startStripe({ content, key, intercept: misbehave });
	onTestFinished(() => list.close());
	const variables = {
		CONTENTFUL_SPACE_ID: spaceId,
		CONTENTFUL_DELIVERY_TOKEN: token,
		CONTENTFUL_API_URL: entries.url,
		CONTENTFUL_ENTRY_IDS: JSON.stringify(ids),
		STRIPE_API_KEY: key,
		STRIPE_API_URL: list.url,
		SITE_URL: "https://clinic.example",
		CONTENTFUL_PREVIEW_TOKEN: previewToken,
		CONTENTFUL_PREVIEW_URL: entries.url,
		...environment,
	};
	return { entries, list, variables, environment: parseEnvironment(variables, { preview }) };
}

/** The files that assets may have. */
const assetFiles: Record<string, Buffer | string> = {
	// Three pixels by two.
	"dot.png": Buffer.from(
		"iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQImWPogAEGOAsAX7QJkSwaNlgAAAAASUVORK5CYII=",
		"base64",
	),
	"broken.jpg": Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]),
	"page.pdf": "<!doctype html><p>Not found",
	"leaflet.pdf": "%PDF-1.7",
	"hostile.svg":
		'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><script>alert(1)</script><path onload="alert(2)" d="M0 0h40"/></svg>',
};

/** Runs a task that tells of its progress in a log, and sees to it that no key or token is told, written or thrown. */
export async function withoutSecrets<T>(folder: string, log: string[], task: () => Promise<T>): Promise<T> {
	let thrown = "";
	try {
		return await task();
	} catch (error) {
		thrown = inspect(error, { depth: 20, showHidden: true });
		throw error;
	} finally {
		const told = [...log, thrown, ...(await readTree(folder)).values()].join("\n");
		for (const secret of [token, previewToken, key]) expect(told).not.toContain(secret);
	}
}

/** Pulls a content with the real clients. Out: also its two snapshots and the rows of its report. */
export async function pullFrom(content: TestContent, options: WireOptions = {}) {
	const services = await startServices(content, options);
	const folder = await makeFolder();
	const log: string[] = [];
	const result = await withoutSecrets(folder, log, async () =>
		pull(services.environment, folder, {
			cache: options.cache ?? (await makeFolder()),
			limits: { ...shortLimits, ...options.limits },
			log: (line) => log.push(line),
		}),
	);
	const { "en-US": en, ru } = result.snapshots;
	return { ...result, en, ru, rows: rowsOf(result), services, log, folder };
}

/** What becomes of a whole content. */
export type Change = (content: TestContent) => unknown;

/** Changes a whole content and pulls it. */
export async function pullChanged(change: Change, options?: WireOptions) {
	const content = wholeContent();
	change(content);
	return pullFrom(content, options);
}

/** Changes a whole content and pulls it, which must stop the build. Out: its faults, ports left out. */
export async function faultsOfPull(change: Change, options?: WireOptions): Promise<string[]> {
	const error = await pullChanged(change, options).catch((reason: unknown) => reason);
	expect(error).toMatchObject({ name: "FaultsError" });
	return faultsOf(error).map((fault) => fault.replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT"));
}

/** The rows of a report in a few words each. */
export function rowsOf({ report }: Pick<PullResult, "report">): string[] {
	return report.map(({ severity, entry, field, locale, problem, instead }) =>
		[severity, [entry, field, locale].filter(Boolean).join("."), `${problem}: ${instead}`].join(" | "),
	);
}
