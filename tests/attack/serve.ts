import { join } from "node:path";
import { startDemo } from "../../demo/startDemo.ts";
import { buildSite } from "../../scripts/publish/buildSite.ts";
import { loadApi } from "../../scripts/server/api.ts";
import { loadSiteFiles } from "../../scripts/server/siteFiles.ts";
import { startServer } from "../../scripts/server/startServer.ts";
import { stopSignal } from "../../scripts/server/stopSignal.ts";
import { parseEnvironment } from "../../site/environment.server.ts";
import { makeAttackSpace } from "./attackSpace.ts";

// A program: builds a site of hostile content in the folder that it is given, and serves it until it is told to stop.
// It says where on its first line.

const [root] = process.argv.slice(2);
if (!root) throw new Error("Usage: node tests/attack/serve.ts FOLDER");
const pictures = join(root, "pictures");
const demo = await startDemo({ space: await makeAttackSpace(pictures), pictures });
const environment = parseEnvironment({ ...demo.environment, SITE_URL: "http://clinic.example" });
await buildSite(environment, { root, log: (line) => console.error(line) });
await demo.close();
const files = await loadSiteFiles(join(root, "dist/client"));
const server = await startServer({ files, port: 0, api: await loadApi("api") });
console.log(server.url);
await stopSignal();
await server.close();
