import { rm } from "node:fs/promises";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { requireEnvironment } from "../../environment/environment.server.ts";
import { makeFolder } from "../../tests/folders.ts";
import { startStandIn } from "../../tests/standIns.ts";
import { recordContentSource } from "../publish/refuseDemoOverRealSite.ts";
import { liveBuildInfoFile } from "../shared/indexNow.js";
import { onBuild, onPreBuild, onSuccess } from "./index.js";

const info = (inputHash: string) => JSON.stringify({ inputHash, pages: { "/": inputHash } });
const webhook = "Contentful: entry home published";

/** Makes a build on Netlify, where another one is live. */
async function startBuild(inputHash: string, liveStatus = 200) {
	vi.spyOn(console, "log").mockReturnValue();
	onTestFinished(() => rm(liveBuildInfoFile, { force: true }));
	const live = await startStandIn(() => ({ status: liveStatus, body: info("live") }));
	vi.stubEnv("URL", live.url);
	await onPreBuild({ utils: { cache: { restore: async () => true } } });
	const folder = await makeFolder({ files: { "client/build-info.json": info(inputHash) } });
	return { PUBLISH_DIR: join(folder, "client") };
}

test.each([
	["equals the live version is cancelled", "live", webhook, "production", 200, true],
	["has other redirects is deployed", "other", webhook, "production", 200, false],
	["nobody's webhook has started is deployed", "live", "", "production", 200, false],
	["is a preview is deployed", "live", webhook, "deploy-preview", 200, false],
	["has an unknown live version is deployed", "live", webhook, "production", 404, false],
])("a build that %s", async (_, inputHash, title, context, status, isCancelled) => {
	vi.stubEnv("CONTEXT", context);
	vi.stubEnv("INCOMING_HOOK_TITLE", title);
	const constants = await startBuild(inputHash, status);
	const cancelBuild = vi.fn();
	await onBuild({ constants, utils: { build: { cancelBuild } } });
	expect(cancelBuild).toHaveBeenCalledTimes(Number(isCancelled));
});

test("the plugin notifies search engines with the build's key", async () => {
	const notifications: unknown[] = [];
	const search = await startStandIn(async (request) => {
		notifications.push(await json(request));
		return { status: 202 };
	});
	vi.stubEnv("CONTEXT", "production");
	const key = "0123456789abcdef";
	const environment = requireEnvironment({
		CONTENTFUL_SPACE_ID: "space",
		CONTENTFUL_DELIVERY_TOKEN: "token",
		STRIPE_API_KEY: "key",
		SITE_URL: "https://clinic.example",
		INDEXNOW_KEY: key,
		INDEXNOW_URL: search.url,
	});
	const constants = await startBuild("new");
	await recordContentSource(join(constants.PUBLISH_DIR, ".."), environment);
	await onSuccess({ constants });
	expect(notifications).toEqual([
		expect.objectContaining({ key, urlList: ["https://clinic.example/"] }),
	]);
});
