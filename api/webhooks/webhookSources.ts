import { contentful } from "./contentful.ts";
import { stripe } from "./stripe.ts";
import type { WebhookSource } from "./webhookSource.ts";

/**
 * Services whose webhooks request a rebuild. To add a service, follow "Another source of webhooks" in docs/rebuilds.md.
 */
export const webhookSources: WebhookSource[] = [stripe, contentful];
