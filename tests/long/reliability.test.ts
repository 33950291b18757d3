import { existsSync } from "node:fs";
import { expect, test, vi } from "vitest";
import type { Intercept } from "../../demo/loopbackService.ts";
import { makeCacheFolder, pagePaths, startSite } from "../wire/liveSite.ts";
import {
	interceptPath,
	neverRespond,
	refuseKey,
	resetMidway,
	respondEndlessly,
	respondWith,
} from "../wire/misbehaviour.ts";
import { key, shortLimits, startServices, token } from "../wire/services.ts";
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

type FaultRow = {
	/** Text that the log must contain. */
	message: string;
	/** Whether the build succeeds despite the fault, for example after a retry. */
	buildSucceeds?: boolean;
	intercept?: Intercept;
	/** Whether the intercept affects only the first request. */
	isOnce?: boolean;
	isPortClosed?: boolean;
	/** Code of the error with which each write to the disk fails. */
	diskError?: "ENOSPC" | "EROFS";
	/** Whether the fault is a time-out. If so, a short time limit is set. */
	isTimeout?: boolean;
};

const html = { "Content-Type": "text/html" };

/** Body of an error response of both services. It contains a key and a token, which must not appear in the log. */
const error = { sys: { type: "Error", id: "Fault" }, message: token, error: { message: key } };

const createServiceRows = (refusal: string): Record<string, FaultRow> => ({
	"refused connection": { message: "no usable answer (ECONNREFUSED)", isPortClosed: true },
	"wrong key": { message: refusal, intercept: refuseKey },
	"500 once": {
		message: "Live: version",
		buildSucceeds: true,
		intercept: respondWith(500, error),
		isOnce: true,
	},
	"429": { message: "no usable answer (429)", intercept: respondWith(429, error) },
	"time-out": { message: "(ETIMEDOUT)", isTimeout: true, intercept: neverRespond },
	"no end": { message: "(ETIMEDOUT)", isTimeout: true, intercept: respondEndlessly },
	"broken connection": { message: "no usable answer (", intercept: resetMidway },
	"not JSON": { message: "no usable answer (", intercept: respondWith(200, "<p>", html) },
});

const fileRows: Record<string, FaultRow> = {
	"404 for one": {
		message: "the service answers 404",
		buildSucceeds: true,
		intercept: respondWith(404, ""),
	},
	"429 once": {
		message: "the service answers 429",
		buildSucceeds: true,
		intercept: respondWith(429, ""),
		isOnce: true,
	},
	"503": { message: "the service answers 503", intercept: respondWith(503, "") },
	"time-out": { message: "cannot be fetched: no ", isTimeout: true, intercept: neverRespond },
	"broken connection": { message: "cannot be fetched: no connection", intercept: resetMidway },
};

const machineRows: Record<string, FaultRow> = {
	"full disk": { message: "ENOSPC: no space left on device", diskError: "ENOSPC" },
	"read-only disk": { message: "cannot be written to (", diskError: "EROFS" },
};

const faults = Object.entries({
	"/entries": createServiceRows("refuses the access token (401). Check CONTENTFUL_DELIVERY_TOKEN"),
	"/v1/prices": createServiceRows("it refuses the key (401). Check STRIPE_API_KEY"),
	".png": fileRows,
	machine: machineRows,
}).flatMap(([path, rows]) => Object.entries(rows).map(([name, row]) => ({ path, name, ...row })));

test.each(faults)(
	"$path, $name: start, rebuild and restart end as documented",
	async ({
		path,
		message,
		buildSucceeds,
		intercept,
		isOnce,
		isPortClosed,
		diskError,
		isTimeout,
	}) => {
		const content = createCompleteContent();
		// Adds 120 newer prices, so that the prices of the site are not on the first page of Stripe's list.
		for (let index = 0; index < 120; index++)
			content.sell(`prod_other_${index}`, 100, { created: 1_800_000_000 });
		let misbehave: Intercept | undefined;
		const services = await startServices(content, {
			misbehave: (...exchange) => misbehave?.(...exchange) ?? false,
		});
		const { contentful, stripe } = services.environment;
		const source = path === "/v1/prices" ? stripe : contentful;
		const correctUrl = source.apiUrl;
		const limits = { ...shortLimits, maxRetries: 1 };
		const cacheFolder = await makeCacheFolder();
		const startFault = (folder: string) => {
			misbehave = intercept && interceptPath(path, intercept, isOnce ? 1 : undefined);
			// `fetch` refuses port 1, but connects to port 2: https://fetch.spec.whatwg.org/#port-blocking
			if (isPortClosed) source.apiUrl = "http://127.0.0.1:2";
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
