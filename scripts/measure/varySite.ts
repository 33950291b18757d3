import type { Snapshot } from "../../content/snapshot.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { Site } from "../../site/site.ts";
import { addressOf } from "../render/addresses.ts";
import { headerRules, headersOf } from "../render/hostRules.ts";
import { renderSite } from "../render/renderSite.ts";
import type { SiteFiles } from "../server/siteFiles.ts";

/** The site that was built into `dist/`, with its documents rendered from content that is changed by `vary`. */
export async function varySite(
	files: SiteFiles,
	snapshots: Snapshots,
	site: Site,
	vary: (snapshot: Snapshot) => Snapshot,
): Promise<SiteFiles> {
	const documents = await renderSite("dist", { "en-US": vary(snapshots["en-US"]), ru: vary(snapshots.ru) }, site);
	// They name the styles that each page has a use for.
	const rules = headerRules(site, documents.values());
	const varied = new Map(files);
	for (const [name, html] of documents) {
		const address = addressOf(name);
		const file = files.get(address);
		if (file && "content" in file) {
			const headers = headersOf(address, rules);
			varied.set(address, { ...file, headers, content: Buffer.from(html), compressed: new Map() });
		}
	}
	return varied;
}
