import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { startStandIn } from "../../tests/standIns.ts";
import { liveBuildInfoFile } from "../shared/indexNow.js";
import { onBuild, onPreBuild } from "./index.js";

const info = (inputHash: string) => JSON.stringify({ inputHash, pages: { "/": "1" } });
const webhook = "Contentful: entry home published";

test.each([
	["equals the live version is cancelled", "live", webhook, "production", 200, true],
	["has other redirects is deployed", "other", webhook, "production", 200, false],
	["nobody's webhook has started is deployed", "live", "", "production", 200, false],
	["is a preview is deployed", "live", webhook, "deploy-preview", 200, false],
	["has an unknown live version is deployed", "live", webhook, "production", 404, false],
])("a build that %s", async (_, inputHash, title, context, status, isCancelled) => {
	vi.spyOn(console, "log").mockImplementation(() => {});
	onTestFinished(() => rm(liveBuildInfoFile, { force: true }));
	const live = await startStandIn(() => ({ status, body: info("live") }));
	vi.stubEnv("URL", live.url);
	vi.stubEnv("CONTEXT", context);
	vi.stubEnv("INCOMING_HOOK_TITLE", title);
	const folder = await makeFolder({ files: { "client/build-info.json": info(inputHash) } });
	await onPreBuild({ utils: { cache: { restore: async () => true } } });
	const cancelBuild = vi.fn();
	const constants = { PUBLISH_DIR: join(folder, "client") };
	await onBuild({ constants, utils: { build: { cancelBuild } } });
	expect(cancelBuild).toHaveBeenCalledTimes(Number(isCancelled));
});
