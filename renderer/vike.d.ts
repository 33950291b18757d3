import type { ReactNode } from "react";
import type { Route } from "../content/routes.ts";
import type { Snapshot, Snapshots } from "../content/snapshot.ts";
import type { Site } from "../environment/site.ts";

declare global {
	/** Minified code of the inline script renderer/headScript.ts. The bundler inserts the code here (vite.config.ts). */
	const HEAD_SCRIPT: string;

	namespace Vike {
		interface PageContext {
			Page: (props: { content: Snapshot; site: Site; route: Route | undefined }) => ReactNode;
			snapshots: Snapshots;
			site: Site;
			/** Code of the page's inline scripts. Absent on the page for an unexpected error. */
			inlineScripts?: string[];
		}
	}
}
