import { expect, test } from "vitest";
import { loadSnapshots, type Snapshots } from "../../content/snapshotFiles.server.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";

const snapshots = await loadSnapshots("content/generated");
const english = snapshots["en-US"];

const render = (content: Snapshots) => renderSite("dist", content, { url: "https://www.example.org", indexable: true });

function withTitle(value: string): Snapshots {
	const about = { ...english.about, title: { ...english.about.title, value } };
	return { ...snapshots, "en-US": { ...english, about } };
}

test("a change of one page reuses the finished documents of all other pages", async () => {
	const before = await render(withTitle("Before"));
	const after = await render(withTitle("After"));
	const changed = [...after].filter(([file, document]) => document !== before.get(file)).map(([file]) => file);
	expect(changed.sort()).toEqual(["about.html", "ru/about.html"]);
	expect(after.get("about.html")?.html).toContain("After");
	expect(after.get("ru/about.html")).toEqual(before.get("ru/about.html"));
});

test("a site that is rendered after a site with other content has the same documents as before", async () => {
	const first = await render(snapshots);
	await render({ ...snapshots, "en-US": { ...english, home: { ...english.home, reviews: [] } } });
	const again = await render(snapshots);
	expect([...again]).toEqual([...first]);
});
