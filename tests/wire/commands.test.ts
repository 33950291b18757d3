import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { wholeContent } from "./content.ts";
import { keptFolder, pages, publishing } from "./liveSite.ts";
import { startServices } from "./services.ts";
import { startCommand } from "./startCommand.ts";

/** What a command needs of the project; packages are found in the folder above. */
const parts = ["api", "components", "content", "demo", "pages", "public", "renderer", "scripts", "site"];
const files = ["netlify.toml", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"];

/** A copy of the project for the rest of the test, to run its commands in without touching what others use. Out: its folder. */
async function copyProject(): Promise<string> {
	const folder = resolve(await keptFolder());
	const filter = (path: string) => path !== join("content", "generated");
	for (const part of [...parts, ...files]) await cp(part, join(folder, part), { recursive: true, filter });
	return folder;
}

test("npm run dev outlives what goes wrong in a page, and has the functions of the site", {
	timeout: 180_000,
}, async () => {
	const content = wholeContent();
	content.setTitle("First title");
	const [folder, services] = await Promise.all([copyProject(), startServices(content)]);
	const write = (page: string, code: string) => writeFile(join(folder, `pages/${page}/+Page.tsx`), code);
	const page = (code: string) => `export function Page(): string { ${code} }`;
	await write("about", page(`throw new Error("<b>torn</b>");`));
	await write(
		"approach",
		page(
			`Promise.reject(new Error("late rejection")); setTimeout(() => { throw new Error("late throw"); }); return "";`,
		),
	);
	const dev = startCommand(folder, "dev", services);
	const url = await dev.printed(/^Developing at (\S+)/m);
	const fetchText = async (path: string, init?: RequestInit) => {
		const response = await fetch(url + path, init);
		return { status: response.status, text: await response.text() };
	};

	expect(await fetchText("/")).toMatchObject({ status: 200, text: expect.stringContaining("First title") });
	const failed = await fetchText("/about");
	expect(failed.status).toBe(500);
	expect(failed.text).toContain("<h1>Unexpected Application Error!</h1>");
	expect(failed.text).not.toContain("<b>torn");
	expect((await fetchText("/approach")).status).toBe(200);
	await Promise.all([dev.printed(/late rejection/), dev.printed(/late throw/)]);
	expect((await fetchText("/")).status).toBe(200);

	const subscription = { email: "ann@example.org", name: "Ann" };
	const body = JSON.stringify(subscription);
	const headers = { "Content-Type": "application/json" };
	expect((await fetchText("/api/newsletter/subscribe", { method: "POST", headers, body })).status).toBe(200);
	expect(JSON.parse(await readFile(join(folder, "newsletter-outbox.ndjson"), "utf8"))).toMatchObject(subscription);
	expect((await fetchText("/api/nothing")).status).toBe(404);

	content.setTitle("Second title");
	expect((await fetchText("/api/rebuild", publishing())).status).toBe(202);
	await vi.waitFor(async () => expect((await fetchText("/")).text).toContain("Second title"), {
		timeout: 30_000,
		interval: 200,
	});
	dev.end();
	expect(await dev.ended()).toBe(0);
});

test("two builds and a server that begin at once, with nothing there, do each other no harm", {
	timeout: 300_000,
}, async () => {
	const [folder, services] = await Promise.all([copyProject(), startServices(wholeContent())]);
	const builds = ["build", "build"].map((name) => startCommand(folder, name, services));
	const server = startCommand(folder, "start", services);

	const url = await server.printed(/^Serving .* at (\S+)/m);
	for (const page of pages) {
		const html = await (await fetch(url + page)).text();
		expect(html.endsWith("</html>\n")).toBe(true);
		const [, picture] = / src="(\/media\/[^"]+)"/.exec(html) ?? [];
		if (picture) expect((await fetch(url + picture)).status).toBe(200);
	}
	const codes = await Promise.all(builds.map((build) => build.ended()));
	const told = builds.map((build) => build.output()).join("\n");
	expect(codes.sort(), told).toEqual([0, 1]);
	expect(told).toMatch(/✗ Another build \(process \d+\) is under way\. Wait for its end\./);
	expect(await readFile(join(folder, "dist/client/index.html"), "utf8")).toContain("Hero");
	// Nothing is left behind.
	const left = await readdir(join(folder, ".cache"), { recursive: true });
	expect(left.filter((name) => /(^|\/)next|(?<!\/shown)\.\d+$/.test(name))).toEqual([]);
});
