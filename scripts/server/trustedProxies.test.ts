import { expect, onTestFinished, test } from "vitest";
import { type ApiRoute, createApi } from "./api.ts";
import { emptySiteFiles } from "./siteFiles.ts";
import { startHttpServer } from "./startHttpServer.ts";
import type { TrustedProxies } from "./trustedProxies.ts";

/** API that responds with the visitor's IP address. */
const routes: ApiRoute[] = [{ path: "/api/ip", respond: (_, { ip }) => new Response(ip) }];

const securitySettings = { url: "https://clinic.example", reportUrl: undefined };

async function askForVisitor(trustedProxies: TrustedProxies) {
	const server = await startHttpServer({
		site: { files: emptySiteFiles },
		port: 0,
		api: createApi(routes, {}, trustedProxies),
		trustedProxies,
		securitySettings,
	});
	onTestFinished(server.close);
	const claimed = { "X-Forwarded-For": "198.51.100.1, 203.0.113.9", "X-Forwarded-Proto": "https" };
	const response = await fetch(`${server.url}/api/ip`, { headers: claimed });
	return { visitor: await response.text(), isSecure: response.headers.has("strict-transport-security") };
}

test.each<[what: string, trusted: TrustedProxies, visitor: string, isSecure: boolean]>([
	["of this machine on a loopback address", "loopback", "203.0.113.9", true],
	["that is trusted", ["127.0.0.1"], "203.0.113.9", true],
	["that is trusted, behind another one", ["127.0.0.1", "203.0.113.9"], "198.51.100.1", true],
	["that is unknown", ["192.0.2.1"], "127.0.0.1", false],
	["on a server that trusts none", [], "127.0.0.1", false],
])(
	"behind a proxy %s (TRUSTED_PROXY %j), the visitor has the address %s, and uses HTTPS: %s",
	async (_, trusted, visitor, isSecure) => {
		expect(await askForVisitor(trusted)).toEqual({ visitor, isSecure });
	},
);
