import type { ReactNode } from "react";
import type { Snapshot } from "../content/snapshot.ts";
import type { Snapshots } from "../content/snapshotFiles.server.ts";
import type { Site } from "../site/site.ts";

declare global {
	/** Minified inline script, which vite.config.ts defines. */
	const HEAD_SCRIPT: string;

	namespace Vike {
		interface PageContext {
			Page: (props: { content: Snapshot; site: Site }) => ReactNode;
			snapshots: Snapshots;
			site: Site;
		}
	}
}
