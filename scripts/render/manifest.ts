import { defaultLocale, locales } from "../../content/locales.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { paper } from "../../site/colours.ts";

/** Where it lies on the site. */
export const manifestFile = "site.webmanifest";

/** What a phone shows of a site that is put on its home screen. https://www.w3.org/TR/appmanifest/ */
export function formatManifest(snapshots: Snapshots): string {
	const { logo, home } = snapshots[defaultLocale].navigation;
	const manifest = {
		name: logo?.title.value || home.value,
		lang: locales[defaultLocale].hreflang,
		start_url: "/",
		display: "browser",
		theme_color: paper.light,
		background_color: paper.light,
		icons: [
			{ src: "/icon-192.png", sizes: "192x192", type: "image/png" },
			{ src: "/icon-512.png", sizes: "512x512", type: "image/png" },
			{ src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
		],
	};
	return `${JSON.stringify(manifest, undefined, "\t")}\n`;
}
