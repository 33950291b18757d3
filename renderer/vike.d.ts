import type { ReactNode } from "react";
import type { Site } from "../content/site.ts";
import type { Picture, Snapshot } from "../content/snapshot.ts";
import type { Snapshots } from "../content/snapshotFiles.server.ts";

/** The largest picture that is seen before any scrolling, which is loaded at once, and its `sizes` on the page. */
export type FirstPicture = { picture: Picture | undefined; sizes: string };

export type PageProps = { content: Snapshot; site: Site };

declare global {
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
