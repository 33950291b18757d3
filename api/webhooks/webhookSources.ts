import { contentful } from "./contentful.ts";
import { stripe } from "./stripe.ts";
import type { WebhookSource } from "./webhookSource.ts";

/** The services whose webhooks request a rebuild. To add one: docs/rebuilds.md, "Another source of webhooks". */
export const webhookSources: WebhookSource[] = [stripe, contentful];
