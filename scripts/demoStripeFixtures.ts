import { writeFile } from "node:fs/promises";
import { formatStripeFixtures } from "../demo/stripeFixtures.ts";

/** Brings `demo/stripe-fixtures.json` up to date with what the demo sells. */
await writeFile(new URL("../demo/stripe-fixtures.json", import.meta.url), formatStripeFixtures());
