import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type SpaceExport, startContentful } from "./contentfulService.ts";
import { paymentLinks, prices, products } from "./prices.ts";
import { startStripe } from "./stripeService.ts";

/** Ports of the stand-in services (default: any free ones), their latency in milliseconds, and content other than the demo's. */
export interface DemoOptions {
	space?: SpaceExport;
	/** Folder with the files of the space's assets. */
	pictures?: string;
	contentfulPort?: number;
	stripePort?: number;
	latency?: number | undefined;
}

const spaceId = "morrowleafdemo";
const token = "demo-delivery-token";
const previewToken = "demo-preview-token";
const key = "demo-stripe-key";

/** Reads the demo's space from space.json. */
export async function readDemoSpace(): Promise<SpaceExport> {
	return JSON.parse(await readFile(new URL("space.json", import.meta.url), "utf8"));
}

/**
 * Starts stand-ins for Contentful and Stripe with the content of the invented practice, on 127.0.0.1.
 * @returns the environment variables of a build that uses them, and a function that stops them
 */
export async function startDemo({ space, pictures, contentfulPort, stripePort, latency }: DemoOptions = {}) {
	const contentful = await startContentful({
		content: { space: space ?? (await readDemoSpace()) },
		spaceId,
		token,
		previewToken,
		pictures: pictures ?? fileURLToPath(new URL("pictures", import.meta.url)),
		port: contentfulPort,
		latency,
	});
	const content = { products, prices, listLinks: () => paymentLinks };
	const stripe = await startStripe({ content, key, port: stripePort, latency }).catch(async (error: unknown) => {
		await contentful.close();
		throw error;
	});
	return {
		environment: {
			CONTENTFUL_SPACE_ID: spaceId,
			CONTENTFUL_DELIVERY_TOKEN: token,
			CONTENTFUL_PREVIEW_TOKEN: previewToken,
			CONTENTFUL_PREVIEW_URL: contentful.url,
			CONTENTFUL_API_URL: contentful.url,
			STRIPE_API_KEY: key,
			STRIPE_API_URL: stripe.url,
		},
		async close() {
			await Promise.all([contentful.close(), stripe.close()]);
		},
	};
}
