import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type SpaceExport, startContentful } from "./contentfulService.ts";
import { paymentLinks, prices, products } from "./prices.ts";
import { type Sales, startStripe } from "./stripeService.ts";

/** Options for the stand-ins of Contentful and Stripe. By default, they serve the demo's content. */
export type DemoOptions = {
	space?: SpaceExport;
	sales?: Sales;
	/** Path of the folder with the files of all Contentful assets. Default: the demo's pictures. */
	pictures?: string;
	latencyMs?: number | undefined;
};

const spaceId = "morrowleafdemo";
const token = "demo-delivery-token";
const previewToken = "demo-preview-token";
const key = "demo-stripe-key";

/** Reads the content of the demo from space.json, an export of a Contentful space. */
export async function readDemoSpace(): Promise<SpaceExport> {
	return JSON.parse(await readFile(new URL("space.json", import.meta.url), "utf8"));
}

/**
 * Starts stand-ins for Contentful and Stripe, and returns the environment variables for a build with the demo's
 * content.
 */
export async function startDemo({ space, sales, pictures, latencyMs }: DemoOptions = {}) {
	const contentful = await startContentful({
		content: { space: space ?? (await readDemoSpace()) },
		spaceId,
		token,
		previewToken,
		pictures: pictures ?? fileURLToPath(new URL("pictures", import.meta.url)),
		latencyMs,
	});
	const content = sales ?? { products, prices, listLinks: () => paymentLinks };
	const stripe = await startStripe({ content, key, latencyMs }).catch(async (error: unknown) => {
		await contentful.close();
		throw error;
	});
	return {
		/** All requests that the stand-in for Contentful has received. */
		contentfulRequests: contentful.requests,
		stripeRequests: stripe.requests,
		/** Serves the present content of Contentful for some time, whatever is published. */
		delayChanges: contentful.delayChanges,
		environment: {
			CONTENTFUL_SPACE_ID: spaceId,
			CONTENTFUL_DELIVERY_TOKEN: token,
			CONTENTFUL_PREVIEW_TOKEN: previewToken,
			CONTENTFUL_API_URL: contentful.url,
			STRIPE_API_KEY: key,
			STRIPE_API_URL: stripe.url,
		},
		async close() {
			await Promise.all([contentful.close(), stripe.close()]);
		},
	};
}
