import type { ReactNode } from "react";
import type { Snapshot } from "../content/snapshot.ts";
import type { Snapshots } from "../content/snapshotFiles.server.ts";
import type { Site } from "../site/site.ts";

declare global {
	/** Minified inline script of site/headScript.ts. The bundler replaces the name by the code (vite.config.ts). */
	const HEAD_SCRIPT: string;

	namespace Vike {
		interface PageContext {
			Page: (props: { content: Snapshot; site: Site }) => ReactNode;
			snapshots: Snapshots;
			site: Site;
		}
	}
}
