import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { startContentful } from "../demo/contentfulService.ts";
import { startStripe } from "../demo/stripeService.ts";
import { requireEnvironment } from "../environment/environment.server.ts";
import { publishVersion } from "../scripts/publish/publishVersion.ts";
import { serveLiveSite } from "../scripts/server/serveLiveSite.ts";
import { createCompleteContent, entryLink, ids, listIds, plain, text } from "./testContent.ts";

export type PreviewSite = Awaited<ReturnType<typeof startPreviewSite>>;

export const reviewIds = ["review-ann", "review-ben", "review-cleo"];

/** HTML of a stand-in for Contentful's web app, which shows a preview in a frame and collects the preview's messages. */
export const formatWebApp = (address: string) => `<!doctype html><title>Contentful</title>
<script>window.messages = []; addEventListener("message", ({ data }) => messages.push(data))</script>
<iframe src="${address}" width="900" height="700"></iframe>`;

/** Sends the message that Contentful's web app sends to its frames after a save. Runs in the browser. */
export function announceSave(entryId: string): void {
	const message = {
		source: "live-preview-editor",
		method: "ENTRY_SAVED",
		entity: { sys: { id: entryId } },
	};
	document.querySelector("iframe")?.contentWindow?.postMessage(message, "*");
}

/** Starts our own server with previews, and stand-ins for Contentful and Stripe. */
export async function startPreviewSite() {
	const content = createCompleteContent();
	for (const id of reviewIds) content.add(id, { name: text(id), review: text(`Text of ${id}`) });
	content.set("home", "reviews", plain(reviewIds.map(entryLink)));
	content.set(listIds.programme, "description", text("Text"));
	await mkdir(".cache/tests", { recursive: true });
	const cacheFolder = await mkdtemp(join(".cache/tests", "preview-"));
	await sharp({ create: { width: 3, height: 2, channels: 3, background: "green" } }).toFile(
		join(cacheFolder, "dot.png"),
	);
	const [spaceId, token, previewToken, key] = ["previewspace", "delivery", "preview", "rk_test"];
	const pictures = cacheFolder;
	const contentful = await startContentful({ content, spaceId, token, previewToken, pictures });
	const stripe = await startStripe({ content, key });
	const previewKey = "0123456789abcdefghijklmnopqrstuv";
	process.env.PREVIEW_KEY = previewKey;
	const environment = requireEnvironment({
		CONTENTFUL_SPACE_ID: spaceId,
		CONTENTFUL_DELIVERY_TOKEN: token,
		CONTENTFUL_PREVIEW_TOKEN: previewToken,
		CONTENTFUL_ENTRY_IDS: JSON.stringify(ids),
		STRIPE_API_KEY: key,
		SITE_URL: "https://clinic.example",
		CONTENTFUL_API_URL: contentful.url,
		STRIPE_API_URL: stripe.url,
	});
	const stopping = Promise.withResolvers<void>();
	const started = Promise.withResolvers<string>();
	const stopped = serveLiveSite(
		{ ...environment, port: 0 },
		{
			cacheFolder,
			publish: publishVersion,
			stop: () => stopping.promise,
			log: (line) => {
				const [, url] = /^Serving .* at (\S+)/.exec(line) ?? [];
				if (url) started.resolve(url);
			},
		},
	);
	stopped.catch(started.reject);
	return {
		/** Address of the preview of the home page. */
		home: `${await started.promise}/preview/${previewKey}`,
		content,
		countCalls: () =>
			contentful.requests.filter((request) => request.includes("/environments/")).length,
		/** Serves the present drafts for some time, whatever is saved. */
		delayChanges: contentful.delayChanges,
		async stop(): Promise<void> {
			stopping.resolve();
			await stopped;
			await Promise.all([contentful.close(), stripe.close()]);
			await rm(cacheFolder, { recursive: true, force: true });
		},
	};
}
