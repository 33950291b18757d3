import { join } from "node:path";
import { parseEnvironment } from "../../content/environment.server.ts";
import { startContentful } from "../../demo/contentfulService.ts";
import { prices, products } from "../../demo/prices.ts";
import { startStripe } from "../../demo/stripeService.ts";
import { buildSite } from "../../scripts/buildSite.ts";
import { loadApi } from "../../scripts/server/api.ts";
import { loadSiteFiles } from "../../scripts/server/siteFiles.ts";
import { startServer } from "../../scripts/server/startServer.ts";
import { stopSignal } from "../../scripts/server/stopSignal.ts";
import { makeAttackSpace } from "./attackSpace.ts";

// A program: builds a site of hostile content in the folder that it is given, and serves it until it is told to stop.
// It says where on its first line.

const [root] = process.argv.slice(2);
if (!root) throw new Error("Usage: node tests/attack/serve.ts FOLDER");
const pictures = join(root, "pictures");
const space = await makeAttackSpace(pictures);
const contentful = await startContentful({ space, spaceId: "attack", token: "attack-token", pictures });
const stripe = await startStripe({ products, prices, key: "attack-key" });
const environment = parseEnvironment({
	CONTENTFUL_SPACE_ID: "attack",
	CONTENTFUL_DELIVERY_TOKEN: "attack-token",
	CONTENTFUL_API_URL: contentful.url,
	STRIPE_API_KEY: "attack-key",
	STRIPE_API_URL: stripe.url,
	SITE_URL: "http://clinic.example",
});
await buildSite(environment, { root, log: (line) => console.error(line) });
await Promise.all([contentful.close(), stripe.close()]);
const files = await loadSiteFiles(join(root, "dist/client"));
const server = await startServer({ files, port: 0, api: await loadApi("api") });
console.log(server.url);
await stopSignal();
await server.close();
