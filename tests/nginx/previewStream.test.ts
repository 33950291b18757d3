import { expect, onTestFinished, test, vi } from "vitest";
import { liveVersionPath } from "../../environment/preview.ts";
import { makeFolder } from "../folders.ts";
import { previewContent, startPreviewSite } from "../previewSite.ts";
import { readProxyRule } from "../tools/nginxSnippets.ts";
import { startNginx } from "../tools/startNginx.ts";

// Serves a preview behind nginx, with the reverse proxy rule in docs/server.md. Run by `npm run nginx`.

test("nginx forwards the events of a preview's open stream without delay", async () => {
	const site = await startPreviewSite(previewContent());
	onTestFinished(site.stop);
	const rule = (await readProxyRule()).replace(/127\.0\.0\.1:\d+/, new URL(site.url).host);
	const nginx = await startNginx(await makeFolder(), (listen) => `server {\nlisten ${listen};\n${rule}}`);
	onTestFinished(() => void nginx.stop());

	const controller = new AbortController();
	onTestFinished(() => controller.abort());
	const { body } = await fetch(nginx.url + liveVersionPath, { signal: controller.signal });
	let received = "";
	const read = async () => {
		for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) received += text;
	};
	read().catch(() => {});
	await vi.waitFor(() => expect(received.match(/^data: \w+$/gm)?.length).toBe(1), { timeout: 10_000 });
	site.save("home", "heroTitle", "Saved");
	await vi.waitFor(() => expect(received.match(/^data: \w+$/gm)?.length).toBe(2), { timeout: 10_000 });
});
