import { existsSync } from "node:fs";
import { cp, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import type { Intercept } from "../../demo/loopbackService.ts";
import { sourceOf } from "../../scripts/publish/Versions.ts";
import { assetLink, plain, text, wholeContent } from "./content.ts";
import { faultRows, misbehaving, writeFaultTables } from "./faultRows.ts";
import { keptFolder, pages, startSite } from "./liveSite.ts";
import { shortLimits, startServices } from "./services.ts";

/** What the disk answers to whoever writes into a folder. To fill a real one takes rights that tests do not have. */
const disk = vi.hoisted(() => ({ folder: "", fault: undefined as "ENOSPC" | "EROFS" | undefined }));
vi.mock("node:fs/promises", async (importOriginal) => {
	const original = await importOriginal<typeof import("node:fs/promises")>();
	const messages = { ENOSPC: "ENOSPC: no space left on device", EROFS: "EROFS: read-only file system" };
	const isIn = (path: unknown) => String(path).startsWith(disk.folder);
	const fail = (code: keyof typeof messages) => Promise.reject(Object.assign(new Error(messages[code]), { code }));
	const mkdir = (async (path, options) => {
		// A folder that is there is none to make.
		const isMade = typeof options === "object" && options?.recursive && existsSync(path);
		return disk.fault === "EROFS" && isIn(path) && !isMade ? fail(disk.fault) : original.mkdir(path, options);
	}) as typeof original.mkdir;
	const writeFile: typeof original.writeFile = (path, ...others) =>
		disk.fault && isIn(path) ? fail(disk.fault) : original.writeFile(path, ...others);
	const all = { ...original, mkdir, writeFile };
	return { ...all, default: all };
});

vi.setConfig({ testTimeout: 60_000 });

/** What `npm test` tries, of the first service that can have it; services.test.ts has all in a pull, `npm run faults` all here. */
const short = ["429 once", "disk full", "read-only output"];
const rows =
	import.meta.env.MODE === "faults"
		? faultRows
		: short.flatMap((what) => faultRows.find((row) => row.what === what) ?? []);

test.each(rows)("$service: $what: at the first build, a rebuild and a start", async (row) => {
	const { service, told, isFinal = false, passes, address, disk: fault, slow } = row;
	const content = wholeContent();
	// More than one page of prices, the oldest of which are those that are shown.
	for (let index = 0; index < 120; index++) content.sell(`prod_other_${index}`, 100, { created: 1_800_000_000 });
	let misbehave: Intercept | undefined;
	const services = await startServices(content, { misbehave: (...exchange) => misbehave?.(...exchange) ?? false });
	const { contentful, stripe } = services.environment;
	const source = service === "Stripe" ? stripe : contentful;
	const well = source.apiUrl;
	const limits = { ...shortLimits, retries: 1 };
	const cache = await keptFolder();
	const fallIll = (folder: string) => {
		misbehave = misbehaving(row);
		if (address) source.apiUrl = address(well);
		Object.assign(disk, { folder, fault });
		Object.assign(limits, slow && { request: 300, file: 300 });
	};
	const recover = () => {
		misbehave = undefined;
		source.apiUrl = well;
		disk.fault = undefined;
		Object.assign(limits, { request: shortLimits.request, file: shortLimits.file });
	};

	const empty = await keptFolder();
	fallIll(empty);
	const first = startSite(services, { cache: empty, limits });
	if (passes) await (await first).stop();
	else await expect(first).rejects.toThrow(told);

	recover();
	const site = await startSite(services, { cache, limits });
	const before = await Promise.all(pages.map(site.read));
	const kept = [await site.live(), await site.listVersions()];
	const picture = addPicture(content, "rebuild");
	fallIll(cache);
	const status = await site.publish();
	expect(status.status).toBe(passes ? "live" : "failed");
	expect(site.log.join("\n")).toContain(told);
	expect(site.log.some((line) => line.includes("; trying again ("))).toBe(!isFinal);
	if (passes) expect(await site.read("/")).toContain(picture);
	else {
		expect(status.reason?.join("\n")).toContain(told);
		expect(await Promise.all(pages.map(site.read))).toEqual(before);
		expect([await site.live(), await site.listVersions()]).toEqual(kept);
	}
	await site.stop();

	recover();
	const title = addPicture(content, "start");
	const good = sourceOf(services.environment);
	fallIll(cache);
	// Where the fault is the service's address, the last version is as if it had been made from there.
	const ill = sourceOf(services.environment);
	if (ill !== good) await cp(join(cache, "versions", good), join(cache, "versions", ill), { recursive: true });
	const started = await startSite(services, { cache, limits });
	if (passes) await expect.poll(() => started.read("/"), { timeout: 20_000 }).toContain(title);
	else {
		expect(await Promise.all(pages.map(started.read))).toEqual(before);
		await expect
			.poll(() => started.log.join("\n"), { timeout: 20_000 })
			.toContain("Rebuild: failed; the site stays as it is.");
		expect(await Promise.all(pages.map(started.read))).toEqual(before);
	}
	expect(started.log.join("\n")).toContain(told);
	recover();
});

/** Changes the content, with a picture that was not there before. Out: its title. */
function addPicture(content: ReturnType<typeof wholeContent>, name: string): string {
	content.addAsset(`cover-${name}`);
	content.set("about", "cover", plain(assetLink(`cover-${name}`)));
	content.set("home", "heroTitle", text(`Changed before the ${name}`));
	return `Changed before the ${name}`;
}

test("docs/reliability.md has the tables of these faults (else: run this file with --update)", async () => {
	const page = "docs/reliability.md";
	await expect(writeFaultTables(await readFile(page, "utf8"))).toMatchFileSnapshot(resolve(page));
});
