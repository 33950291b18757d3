import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { startContentful } from "../demo/contentfulService.ts";
import { startStripe } from "../demo/stripeService.ts";
import { parseEnvironment } from "../environment/environment.server.ts";
import { type PollReason, pollReasonParameter, previewPollPath } from "../environment/preview.ts";
import { serveLiveSite } from "../scripts/server/serveLiveSite.ts";
import { createCompleteContent, entryLink, ids, plain, type TestContent, text } from "./wire/testContent.ts";

export type PreviewSite = Awaited<ReturnType<typeof startPreviewSite>>;

export const reviewIds = ["review-ann", "review-ben", "review-cleo"];

export function previewContent(): TestContent {
	const content = createCompleteContent();
	for (const id of reviewIds) content.add(id, { name: text(id), review: text(`Text of ${id}`) });
	content.set("home", "reviews", plain(reviewIds.map(entryLink)));
	return content;
}

export async function startPreviewSite(content: TestContent) {
	await mkdir(".cache/tests", { recursive: true });
	const cacheFolder = await mkdtemp(join(".cache/tests", "preview-"));
	await sharp({ create: { width: 3, height: 2, channels: 3, background: "green" } }).toFile(
		join(cacheFolder, "dot.png"),
	);
	const variables = {
		CONTENTFUL_SPACE_ID: "previewspace",
		CONTENTFUL_DELIVERY_TOKEN: "delivery-token",
		CONTENTFUL_PREVIEW_TOKEN: "preview-token",
		CONTENTFUL_ENTRY_IDS: JSON.stringify(ids),
		STRIPE_API_KEY: "rk_test_preview",
		SITE_URL: "https://clinic.example",
	};
	const contentful = await startContentful({
		content,
		spaceId: variables.CONTENTFUL_SPACE_ID,
		token: variables.CONTENTFUL_DELIVERY_TOKEN,
		previewToken: variables.CONTENTFUL_PREVIEW_TOKEN,
		pictures: cacheFolder,
	});
	const stripe = await startStripe({ content, key: variables.STRIPE_API_KEY });
	const urls = {
		CONTENTFUL_API_URL: contentful.url,
		CONTENTFUL_PREVIEW_URL: contentful.url,
		STRIPE_API_URL: stripe.url,
	};
	const environment = parseEnvironment({ ...variables, ...urls }, { preview: true });

	const stopping = Promise.withResolvers<void>();
	const started = Promise.withResolvers<string>();
	const log = (line: string) => {
		const [, url] = /^Serving .* at (\S+)/.exec(line) ?? [];
		if (url) started.resolve(url);
	};
	const options = {
		cacheFolder,
		bundlesFolder: ".cache/bundles",
		// More than the default, because the tests of one server follow each other without pauses.
		pollBurst: 1000,
		stop: () => stopping.promise,
		log,
	};
	const stopped = serveLiveSite({ ...environment, port: 0 }, options);
	stopped.catch(started.reject);
	const url = await started.promise;
	const readHome = async () => (await fetch(url)).text();
	const [firstContent, firstHome] = [structuredClone({ ...content }), await readHome()];
	/** Requests a poll of Contentful, as pages do. Waits only until the server has accepted the request. */
	const requestPoll = async (reason: PollReason): Promise<void> => {
		await fetch(`${url}${previewPollPath}?${pollReasonParameter}=${reason}`, { method: "POST" });
	};
	return {
		/** URL of the preview, without a trailing slash. */
		url,
		content,
		requestPoll,
		/** Changes a field without a request to the preview. */
		write(id: string, field: string, value: string): void {
			content.set(id, field, text(value));
			content.touch(id);
		},
		/** Changes a field and requests a poll. */
		save(id: string, field: string, value: string): void {
			this.write(id, field, value);
			void requestPoll("saved");
		},
		/** Restores the content with which the preview was started, and waits until the preview shows it. */
		async restore(): Promise<void> {
			Object.assign(content, structuredClone(firstContent));
			await requestPoll("visible");
			// The home page names the build of all pages.
			while ((await readHome()) !== firstHome) await wait(20);
		},
		async stop(): Promise<void> {
			stopping.resolve();
			await stopped;
			await Promise.all([contentful.close(), stripe.close()]);
			await rm(cacheFolder, { recursive: true, force: true });
		},
	};
}
