import type { ReactNode } from "react";
import type { Picture, Snapshot } from "../content/snapshot.ts";
import type { Snapshots } from "../content/snapshotFiles.server.ts";
import type { Site } from "../site/site.ts";

/**
 * The largest picture that is seen before any scrolling, which is loaded at once, its `sizes` on the page, and on which
 * screens it comes before the words and their font; on all unless said.
 */
export type FirstPicture = { picture: Picture | undefined; sizes: string; media?: string };

type PageProps = { content: Snapshot; site: Site };

declare global {
	/** The inline script, minified: vite.config.ts. */
	const HEAD_SCRIPT: string;

	namespace Vike {
		interface PageContext {
			Page: (props: PageProps) => ReactNode;
			snapshots: Snapshots;
			site: Site;
		}
		interface Config {
			firstPicture?: (content: Snapshot) => FirstPicture;
		}
	}
}
