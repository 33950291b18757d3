import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { startDemo } from "../../demo/startDemo.ts";
import { requireEnvironment } from "../../environment/environment.server.ts";
import { buildSite } from "../publish/buildSite.ts";
import { compressFiles } from "../publish/compressFiles.ts";
import { startHttpServer } from "../server/startHttpServer.ts";

/**
 * Builds and serves the demo's content as a site that search engines may index. Returns what `run` returns.
 * @param run is called with the site's URL and the folder of the built version
 */
export async function withRealSite<Value>(
	run: (url: string, version: string) => Promise<Value>,
): Promise<Value> {
	await mkdir(".cache", { recursive: true });
	// Inside the project, because Vite does not write to folders outside of it.
	const root = await mkdtemp(".cache/bench-");
	// The server is started before the build, because the build needs the URL of the server.
	let versions: string[] = [];
	const server = await startHttpServer({ listVersions: () => versions, port: 0 });
	const demo = await startDemo();
	try {
		const environment = requireEnvironment({
			...demo.environment,
			SITE_URL: server.url,
			// Without it, the withdrawal form would be left out.
			BREVO_API_KEY: "bench",
			BREVO_API_URL: server.url,
		});
		await buildSite(environment, { root, log: () => {} });
		await compressFiles(join(root, "dist/client"));
		versions = [join(root, "dist")];
		return await run(server.url, join(root, "dist"));
	} finally {
		await Promise.all([demo.close(), server.close()]);
		await rm(root, { recursive: true, force: true });
	}
}
