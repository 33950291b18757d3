import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { formatFindings } from "../formatFindings.ts";
import {
	assetLink,
	both,
	createCompleteContent,
	node,
	paragraph,
	plain,
	text,
} from "../testContent.ts";
import { startSite } from "./liveSite.ts";
import { startServices } from "./services.ts";

test("a page without English is left out with all links to it", async () => {
	const content = createCompleteContent();
	for (const name of ["consultations", "packages", "newsletter", "approach"])
		content.item(name).sys.fieldStatus = { "*": { ru: "published" } };
	const link = node("hyperlink", ["Six months"], { uri: "/packages" });
	content.set("about", "about", plain(paragraph(link)));
	content.set("consultations", "cancellationPolicyTitle", text("Cancellation"));
	const site = await startSite(await startServices(content));
	for (const path of ["/consultations", "/packages", "/ru/packages"])
		expect((await fetch(site.url + path)).status).toBe(404);
	for (const path of ["/", "/ru", "/about", "/programmes", "/sitemap.xml", "/no-such-page"]) {
		const document = await site.read(path);
		expect(document).not.toMatch(/(packages|consultations)["<#]|<form/);
		expect(document).toContain(path === "/sitemap.xml" ? "/ru/programmes<" : '/programmes"');
	}
	expect(await site.read("/about")).toContain("Six months");
});

test("a former address has a row until redirects name it", async () => {
	const content = createCompleteContent();
	const site = await startSite(await startServices(content));
	expect(await site.read("/ru/extra")).toContain("page: text");
	content.set("page-1", "slug", plain("renamed"));
	await site.publish();
	const { headers } = await fetch(`${site.url}/renamed`);
	expect(headers.get("no-vary-search")).toContain("utm_source");
	const readRows = async () => {
		const file = join(site.versions.folderOf(site.readLiveId()), "content/report.json");
		return formatFindings(JSON.parse(await readFile(file, "utf8")));
	};
	const place = "warning | appShellOdd.redirects";
	const expected = ["/extra", "/ru/extra"].map(
		(path) => `${place} | pageGone, visitorsLost | address=${path}`,
	);
	expect(await readRows()).toEqual(expected);
	const live = site.readLiveId();
	await site.publish();
	expect(site.readLiveId()).toBe(live);
	content.setTitle("Another title");
	await site.publish();
	expect(await readRows()).toEqual(expected);
	content.set("appShell", "redirects", plain("/extra/ gone\n/ru/extra /ru/renamed"));
	await site.publish();
	expect(await readRows()).toEqual([]);
	expect((await fetch(`${site.url}/extra`)).status).toBe(410);
	expect((await fetch(`${site.url}/ru/extra`)).url).toBe(`${site.url}/ru/renamed`);
});

test("visitors get a linked file under the editor's name", async () => {
	const names = ["Анкета клиента 1%#.doc", "Запись.ics", "gone"];
	const content = createCompleteContent();
	for (const name of names) content.addAsset(name, name);
	content.unpublish("gone");
	const links = names.map((name) => node("asset-hyperlink", [name], { target: assetLink(name) }));
	content.set("about", "about", both(paragraph(...links)));
	const files = Object.fromEntries(names.map((name) => [name, name]));
	const site = await startSite(await startServices(content, { files }));
	const paths = [...(await site.read("/about")).matchAll(/href="(\/media\/files\/[^"]+)"/g)];
	const responses = await Promise.all(paths.map(([, path]) => fetch(site.url + path)));
	const received = responses.map(({ url, headers }) => [
		decodeURIComponent(basename(url)),
		headers.get("content-type"),
		headers.get("cache-control"),
	]);
	expect(received).toEqual([
		["Анкета клиента 1__.doc", "application/msword", expect.stringContaining("immutable")],
		["Запись.ics", "text/calendar; charset=utf-8", expect.stringContaining("immutable")],
	]);
	expect(site.log.join()).toContain("deleted: [gone]");
});
