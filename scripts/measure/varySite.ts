import type { Snapshot } from "../../content/snapshot.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { Site } from "../../site/site.ts";
import { fileOf } from "../render/addresses.ts";
import { renderSite } from "../render/renderSite.ts";
import type { SiteFiles } from "../server/siteFiles.ts";

/** The site that was built into `dist/`, with its documents rendered from content that is changed by `vary`. */
export async function varySite(
	files: SiteFiles,
	snapshots: Snapshots,
	site: Site,
	vary: (snapshot: Snapshot) => Snapshot,
): Promise<SiteFiles> {
	const varied = new Map(files);
	const documents = await renderSite("dist", { "en-US": vary(snapshots["en-US"]), ru: vary(snapshots.ru) }, site);
	for (const [address, file] of files) {
		const document = documents.get(fileOf(address)) ?? documents.get(`${address.slice(1)}/index.html`);
		if (document && "content" in file) {
			varied.set(address, { ...file, content: Buffer.from(document), compressed: new Map() });
		}
	}
	return varied;
}
