import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { wholeContent } from "./content.ts";
import { pages } from "./liveSite.ts";
import { copyProject, startCommand } from "./projectCopy.ts";
import { startServices } from "./services.ts";

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
	expect(codes.sort(), builds.map((build) => build.output()).join("\n")).toEqual([0, 1]);
	const told = builds.map((build) => build.output()).join("\n");
	expect(told).toMatch(/✗ Another build \(process \d+\) is under way\. Wait for its end, or delete .*\.cache\/lock if/);
	expect(await readFile(join(folder, "dist/client/index.html"), "utf8")).toContain("Hero");
	// Nothing is left behind.
	const left = await readdir(join(folder, ".cache"), { recursive: true });
	expect(left.filter((name) => /(^|\/)(lock|next)/.test(name) || /\.\d+$/.test(name))).toEqual(
		left.filter((name) => /\/shown\.\d+$/.test(name)),
	);
});
