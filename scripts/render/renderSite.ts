import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { renderPage } from "vike/server";
import { localeCodes } from "../../content/locales.ts";
import { listPaths, localisePath } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshot.ts";
import type { Site } from "../../environment/site.ts";
import { FaultsError, listFaults } from "../shared/faults.ts";

/** HTML document to publish, with its inline code, which the content security policy allows. */
export type SiteDocument = { html: string; scripts: string[]; style: string };

/**
 * Loads the renderer of a bundle. A process can load the renderer of one bundle only.
 * @param folder folder of the bundle
 * @returns function that renders the page at a path. It rejects when the page fails to render.
 */
export async function openRenderer(folder: string) {
	// Imported for its side effect: the bundle registers the site's pages for `renderPage`.
	await import(pathToFileURL(join(folder, "server/entry.mjs")).href);
	return async (path: string, snapshots: Snapshots, site: Site) => {
		// Vike calls `renderer/+onBeforeRoute.ts`, which removes the locale from `/ru/packages`, and then
		// `renderer/+onRenderHtml.tsx` with `pages/packages/+Page.tsx`.
		const { httpResponse, errorWhileRendering, inlineScripts } = await renderPage({
			urlOriginal: path,
			snapshots,
			site,
		});
		if (errorWhileRendering) throw errorWhileRendering;
		const { html, style } = replaceVikeTags(httpResponse.body, join(folder, "server/styles"));
		const document: SiteDocument = { html, style, scripts: inlineScripts ?? [] };
		return { status: httpResponse.statusCode, document };
	};
}

/** Tags that Vike adds to a page for its style sheets and its script. The texts of a page contain no tags. */
const styleSheetTags = /<link rel="stylesheet" type="text\/css" href="[^"]*\/(?<file>[^/"]+)">/g;
const scriptTag = /<script src="(?<address>[^"]+)" type="module" async><\/script>/;

/** Source folders in the order of the cascade layers. The name of a built style sheet begins with its folder. */
const layeredFolders = ["renderer", "components", "pages"];

/**
 * Inlines a page's style sheets at the end of its head, and moves its script there. The script is deferred, because
 * custom elements start when the page is parsed. Vike's hooks can do neither.
 * @throws Error when a tag of Vike is missing, or a style sheet is in another folder
 */
function replaceVikeTags(html: string, stylesFolder: string): { html: string; style: string } {
	const linked = [...html.matchAll(styleSheetTags)]
		.map(({ groups }) => groups?.file ?? "")
		// Vike adds a tag for the sheet that `LateStyles` links itself, too.
		.filter((file) => !file.startsWith("late."))
		// Few sites have pictures with a focus.
		.filter(
			(file) => !file.startsWith("components_Picture_focus-") || html.includes("data-focus="),
		);
	const files = layeredFolders.flatMap((folder) =>
		linked.filter((file) => file.startsWith(`${folder}_`)).sort(),
	);
	const address = scriptTag.exec(html)?.groups?.address;
	if (files.length === 0 || !address) throw new Error("Vike has added no styles or no script.");
	if (files.length < linked.length)
		throw new Error(
			`Styles of an unknown folder: ${linked.filter((file) => !files.includes(file))}`,
		);
	const read = (file: string) => readFileSync(join(stylesFolder, file), "utf8").trim();
	const style = files.map(read).join("");
	const code = `<style>${style}</style><script type="module" src="${address}"></script>`;
	const bare = html.replaceAll(styleSheetTags, "").replace(scriptTag, "");
	return { html: bare.replace("</head>", () => `${code}</head>`), style };
}

/**
 * Renders all pages in each language.
 * @param folder folder of the bundle, which contains the renderer
 * @returns the documents to publish, by path
 * @throws FaultsError with the error of each page that fails to render
 */
export async function renderSite(
	folder: string,
	snapshots: Snapshots,
	site: Site,
): Promise<ReadonlyMap<string, SiteDocument>> {
	const render = await openRenderer(folder);
	const documents = new Map<string, SiteDocument>();
	const faults: string[] = [];
	for (const locale of localeCodes) {
		const errorPath = localisePath("/404", locale);
		for (const path of [...listPaths(snapshots[locale]), errorPath]) {
			try {
				const { status, document } = await render(path, snapshots, site);
				if (status !== (path === errorPath ? 404 : 200)) throw new Error(`status ${status}`);
				documents.set(path, document);
			} catch (error) {
				faults.push(`The page ${path} (${locale}) fails to render: ${listFaults(error)[0]}`);
			}
		}
	}
	if (faults.length > 0) throw new FaultsError(faults);
	return documents;
}
