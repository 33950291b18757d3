import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { isolatedEnvironment } from "../tools/isolation.ts";
import { startServices } from "./services.ts";
import { createCompleteContent } from "./testContent.ts";

/** Starts a proxy that records the hosts to which clients connect. */
async function startProxy() {
	const hosts = new Set<string>();
	const server = createServer().on("connect", ({ url = "" }, socket) => {
		hosts.add(url);
		socket.on("error", () => {}).write("HTTP/1.1 200 OK\r\n\r\n");
		socket.pipe(connect(Number(url.split(":")[1]), "127.0.0.1")).pipe(socket);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	onTestFinished(() => void server.close());
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hosts };
}

/** Program that sends a request to each service. Without keys, the services are the demo's. */
const program = `
import { parseEnvironment } from "./environment/environment.server.ts";
import { fetchContent } from "./scripts/pull/contentful/fetchContent.ts";
import { pullLimits as limits } from "./scripts/pull/limits.ts";
import { fetchSales } from "./scripts/pull/stripe/fetchSales.ts";
import { withDemoServices } from "./scripts/pull/withDemoServices.ts";

await withDemoServices(parseEnvironment(), async (environment) => {
	const options = { limits: { ...limits, maxRetries: 0 }, signal: AbortSignal.timeout(60_000), log: () => {} };
	await fetchContent(environment, options);
	await fetchSales(environment, options);
});`;

async function requestServices(variables: NodeJS.ProcessEnv): Promise<string> {
	const child = spawn(
		process.execPath,
		["--no-warnings", "--input-type=module", "--eval", program],
		{
			env: isolatedEnvironment(variables),
			stdio: ["ignore", "ignore", "pipe"],
		},
	);
	return text(child.stderr);
}

test.each([
	["each service", { NODE_USE_ENV_PROXY: "1" }],
	["no service", {}],
])("%s is reached through a proxy with %j", async (amount, nodeVariables) => {
	const proxy = await startProxy();
	const { variables, entries, list } = await startServices(createCompleteContent());
	expect(await requestServices({ ...variables, ...nodeVariables, HTTP_PROXY: proxy.url })).toBe("");
	const hosts = [entries, list].map(({ url }) => new URL(url).host);
	expect([...proxy.hosts]).toEqual(amount === "each service" ? hosts : []);
});

test("the demo never uses a proxy", async () => {
	const proxy = await startProxy();
	const variables = { NODE_USE_ENV_PROXY: "1", NO_PROXY: "example.org", HTTP_PROXY: proxy.url };
	expect(await requestServices(variables)).toBe("");
	expect([...proxy.hosts]).toEqual([]);
});
