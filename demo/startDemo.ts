import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type SpaceExport, startContentful } from "./contentfulService.ts";
import type { LoopbackService } from "./loopbackService.ts";
import { paymentLinks, prices, products } from "./prices.ts";
import { type StripeOptions, startStripe } from "./stripeService.ts";

/** Ports (0 or none = any free one) and milliseconds before each answer; and other content in place of the practice's own. */
export interface DemoOptions extends Partial<Pick<StripeOptions, "products" | "prices" | "paymentLinks">> {
	space?: SpaceExport;
	/** The folder of the files of the space's assets. */
	pictures?: string;
	contentfulPort?: number | undefined;
	stripePort?: number | undefined;
	latency?: number | undefined;
}

/** The environment variables with which a build reads the demo. */
export interface DemoEnvironment {
	CONTENTFUL_SPACE_ID: string;
	CONTENTFUL_DELIVERY_TOKEN: string;
	CONTENTFUL_PREVIEW_TOKEN: string;
	CONTENTFUL_PREVIEW_URL: string;
	CONTENTFUL_API_URL: string;
	STRIPE_API_KEY: string;
	STRIPE_API_URL: string;
}

/** Both services running, and how to end them. */
export interface Demo {
	environment: DemoEnvironment;
	contentful: LoopbackService;
	stripe: LoopbackService;
	close(): Promise<void>;
}

const spaceId = "morrowleafdemo";
const deliveryToken = "demo-delivery-token";
const previewToken = "demo-preview-token";
const stripeKey = "demo-stripe-key";

/** Out: the demo's space as it stands in space.json now. */
export async function readDemoSpace(): Promise<SpaceExport> {
	return JSON.parse(await readFile(new URL("space.json", import.meta.url), "utf8"));
}

/**
 * Starts the invented practice: its content service and its lists of prices and payment links, on 127.0.0.1.
 * In: ports, latency and other content, all optional. Out: the variables a build needs, the services, and close().
 */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
	const contentful = await startContentful({
		space: options.space ?? (await readDemoSpace()),
		spaceId,
		token: deliveryToken,
		previewToken,
		pictures: options.pictures ?? fileURLToPath(new URL("pictures", import.meta.url)),
		port: options.contentfulPort,
		latency: options.latency,
	});
	const stripe = await startStripe({
		products: options.products ?? products,
		prices: options.prices ?? prices,
		paymentLinks: options.paymentLinks ?? paymentLinks,
		key: stripeKey,
		port: options.stripePort,
		latency: options.latency,
	}).catch(async (error: unknown) => {
		await contentful.close();
		throw error;
	});
	return {
		environment: {
			CONTENTFUL_SPACE_ID: spaceId,
			CONTENTFUL_DELIVERY_TOKEN: deliveryToken,
			CONTENTFUL_PREVIEW_TOKEN: previewToken,
			CONTENTFUL_PREVIEW_URL: contentful.url,
			CONTENTFUL_API_URL: contentful.url,
			STRIPE_API_KEY: stripeKey,
			STRIPE_API_URL: stripe.url,
		},
		contentful,
		stripe,
		async close() {
			await Promise.all([contentful.close(), stripe.close()]);
		},
	};
}
