import type { ReactNode } from "react";
import type { Site } from "../content/site.ts";
import type { Picture, Snapshot } from "../content/snapshot.ts";
import type { Snapshots } from "../content/snapshotFiles.server.ts";

/** What a page's head says, apart from what every head says. */
export type Head = {
	title: string;
	description?: string | undefined;
	/** The largest picture that is seen before any scrolling, which is loaded at once, and its `sizes` on the page. */
	first?: { picture: Picture | undefined; sizes: string };
};

export type PageProps = { content: Snapshot };

declare global {
	namespace Vike {
		interface PageContext {
			Page: (props: PageProps) => ReactNode;
			snapshots: Snapshots;
			site: Site;
		}
		interface Config {
			/** A page's title and description, made of its content. */
			head?: (content: Snapshot) => Head;
		}
	}
}
