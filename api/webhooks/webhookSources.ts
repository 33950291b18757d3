import { contentful } from "./contentful.ts";
import { stripe } from "./stripe.ts";
import type { WebhookSource } from "./webhookSource.ts";

/**
 * Services whose webhooks request a rebuild. To add a service, follow "Add a source of webhooks" in docs/changes.md.
 */
export const webhookSources: WebhookSource[] = [stripe, contentful];
