import { existsSync } from "node:fs";
import { expect, test, vi } from "vitest";
import type { Intercept } from "../../demo/loopbackService.ts";
import { createIntercept, faultRows } from "../wire/faultRows.ts";
import { makeCacheFolder, pagePaths, startSite } from "../wire/liveSite.ts";
import { shortLimits, startServices } from "../wire/services.ts";
import { assetLink, createCompleteContent, plain, text } from "../wire/testContent.ts";

/** Simulated disk fault: each write to `folder` fails with `errorCode`. */
const disk = vi.hoisted(() => ({
	folder: "",
	errorCode: undefined as "ENOSPC" | "EROFS" | undefined,
}));
vi.mock("node:fs/promises", async (importOriginal) => {
	const original = await importOriginal<typeof import("node:fs/promises")>();
	const messages = {
		ENOSPC: "ENOSPC: no space left on device",
		EROFS: "EROFS: read-only file system",
	};
	const isIn = (path: unknown) => String(path).startsWith(disk.folder);
	const fail = (code: keyof typeof messages) =>
		Promise.reject(Object.assign(new Error(messages[code]), { code }));
	const mkdir = (async (path, options) => {
		// On a read-only disk, `mkdir` succeeds for a folder that exists.
		const isPresent = typeof options === "object" && options?.recursive && existsSync(path);
		if (disk.errorCode === "EROFS" && isIn(path) && !isPresent) return fail(disk.errorCode);
		return original.mkdir(path, options);
	}) as typeof original.mkdir;
	const writeFile: typeof original.writeFile = (path, ...others) =>
		disk.errorCode && isIn(path) ? fail(disk.errorCode) : original.writeFile(path, ...others);
	const all = { ...original, mkdir, writeFile };
	return { ...all, default: all };
});

vi.setConfig({ testTimeout: 60_000 });

test.each(faultRows)(
	"$service: $name: the first build, a rebuild and a start end as documented",
	async (row) => {
		const {
			service,
			message,
			isFinal = false,
			buildSucceeds,
			changeUrl,
			diskError,
			isTimeout,
		} = row;
		const content = createCompleteContent();
		// Adds 120 newer prices, so that the prices of the site are not on the first page of Stripe's list.
		for (let index = 0; index < 120; index++)
			content.sell(`prod_other_${index}`, 100, { created: 1_800_000_000 });
		let misbehave: Intercept | undefined;
		const services = await startServices(content, {
			misbehave: (...exchange) => misbehave?.(...exchange) ?? false,
		});
		const { contentful, stripe } = services.environment;
		const source = service === "Stripe" ? stripe : contentful;
		const correctUrl = source.apiUrl;
		const limits = { ...shortLimits, maxRetries: 1 };
		const cacheFolder = await makeCacheFolder();
		const startFault = (folder: string) => {
			misbehave = createIntercept(row);
			if (changeUrl) source.apiUrl = changeUrl(correctUrl);
			Object.assign(disk, { folder, errorCode: diskError });
			if (isTimeout) Object.assign(limits, { requestTimeoutMs: 300, fileTimeoutMs: 300 });
		};
		const endFault = () => {
			misbehave = undefined;
			source.apiUrl = correctUrl;
			disk.errorCode = undefined;
			const { requestTimeoutMs, fileTimeoutMs } = shortLimits;
			Object.assign(limits, { requestTimeoutMs, fileTimeoutMs });
		};

		const empty = await makeCacheFolder();
		startFault(empty);
		const first = startSite(services, { cacheFolder: empty, limits });
		if (buildSucceeds) await (await first).stop();
		else await expect(first).rejects.toThrow(message);

		endFault();
		const site = await startSite(services, { cacheFolder, limits });
		const before = await Promise.all(pagePaths.map(site.read));
		const versionsBefore = [site.readLiveId(), site.versions.list()];
		const picture = addPicture(content, "rebuild");
		startFault(cacheFolder);
		const status = await site.publish();
		expect(status.status).toBe(buildSucceeds ? "live" : "failed");
		expect(site.log.join("\n")).toContain(message);
		expect(site.log.some((line) => line.includes("; trying again ("))).toBe(!isFinal);
		if (buildSucceeds) expect(await site.read("/")).toContain(picture);
		else {
			expect("reason" in status && status.reason.join("\n")).toContain(message);
			expect(await Promise.all(pagePaths.map(site.read))).toEqual(before);
			expect([site.readLiveId(), site.versions.list()]).toEqual(versionsBefore);
		}
		await site.stop();

		endFault();
		const title = addPicture(content, "start");
		startFault(cacheFolder);
		const started = await startSite(services, { cacheFolder, limits });
		if (buildSucceeds)
			await expect.poll(() => started.read("/"), { timeout: 20_000 }).toContain(title);
		else {
			expect(await Promise.all(pagePaths.map(started.read))).toEqual(before);
			await expect
				.poll(() => started.log.join("\n"), { timeout: 20_000 })
				.toContain("Rebuild: failed; the site stays as it is.");
			expect(await Promise.all(pagePaths.map(started.read))).toEqual(before);
		}
		expect(started.log.join("\n")).toContain(message);
		endFault();
	},
);

function addPicture(content: ReturnType<typeof createCompleteContent>, name: string): string {
	content.addAsset(`cover-${name}`);
	content.set("about", "cover", plain(assetLink(`cover-${name}`)));
	content.set("home", "heroTitle", text(`Changed before the ${name}`));
	return `Changed before the ${name}`;
}
