import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { isolatedEnvironment } from "../tools/isolation.ts";
import { startServices } from "./services.ts";

/** Starts a proxy that records the hosts to which clients connect. */
async function startProxy() {
	const hosts: string[] = [];
	const server = createServer().on("connect", ({ url = "" }, socket) => {
		hosts.push(url);
		socket.on("error", () => {}).write("HTTP/1.1 200 OK\r\n\r\n");
		socket.pipe(connect(Number(url.split(":")[1]), "127.0.0.1")).pipe(socket);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	onTestFinished(() => void server.close());
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hosts };
}

/** Program that sends a request to each service. Without keys, the services are the demo's. */
const program = `
import { requireEnvironment } from "./environment/environment.server.ts";
import { fetchContent } from "./scripts/pull/contentful/fetchContent.ts";
import { pullLimits as limits } from "./scripts/pull/limits.ts";
import { fetchSales } from "./scripts/pull/stripe/fetchSales.ts";
import { withDemoServices } from "./scripts/pull/withDemoServices.ts";

const { no_proxy } = process.env;
await withDemoServices(requireEnvironment(), async (environment) => {
	const options = { limits: { ...limits, maxRetries: 0 }, signal: AbortSignal.timeout(60_000), log: () => {} };
	await fetchContent(environment, options);
	await fetchSales(environment, options);
});
if (process.env.no_proxy !== no_proxy) console.error("no_proxy has changed");`;

test.each([
	["each service", true, { NODE_USE_ENV_PROXY: "1" }],
	["no service", true, {}],
	["no service of the demo", false, { NODE_USE_ENV_PROXY: "1", NO_PROXY: "example.org" }],
	["no service of the demo", false, { NODE_USE_ENV_PROXY: "1", no_proxy: "example.org" }],
])("%s is reached through a proxy (keys: %s, %j)", async (reached, hasKeys, nodeVariables) => {
	const proxy = await startProxy();
	const { variables, entries, list } = await startServices();
	const keys = hasKeys ? variables : {};
	const env = isolatedEnvironment({ ...keys, ...nodeVariables, HTTP_PROXY: proxy.url });
	const flags = ["--no-warnings", "--input-type=module", "--eval", program];
	const child = spawn(process.execPath, flags, { env, stdio: ["ignore", "ignore", "pipe"] });
	expect(await text(child.stderr)).toBe("");
	const hosts = [entries, list].map(({ url }) => new URL(url).host);
	expect(new Set(proxy.hosts)).toEqual(new Set(reached === "each service" ? hosts : []));
});
