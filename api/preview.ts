import { fileURLToPath } from "node:url";
import { timingSafeEqual } from "hono/utils/buffer";
import { parseValidSettings, requireEnvironment } from "../environment/environment.server.ts";
import { createSecurityHeaders } from "../environment/headers.server.ts";
import { formatErrorPage } from "../renderer/errorPage.ts";
import type { PreviewPage, RenderPreview } from "../scripts/preview/createPreviewRenderer.ts";

export const config = {
	path: "/preview/*",
	// Literals, because Netlify reads them without running this file.
	includedFiles: [
		// Renderer that the build has left there, without the site.
		"../dist/server/**",
		"!../dist/client/**",
		"../content/generated/report.json",
		// Vike refers to the bundler, which is not needed for rendering.
		"!../node_modules/{vite,rolldown,esbuild,@esbuild,@babel}/**",
		"!../node_modules/node-linux-*/**",
	],
};

export type PreviewContext = {
	/** Renderer of our own server. Undefined on Netlify. */
	renderPreview?: RenderPreview;
};

/** Headers of all responses, so that neither caches nor search engines nor other sites learn of a preview. */
const privateHeaders = {
	"Cache-Control": "no-store, no-transform",
	"X-Robots-Tag": "noindex",
	"Referrer-Policy": "no-referrer",
};

/** Renderer of the packed build. It is kept as long as the function's process runs. */
let packedRenderer: RenderPreview | undefined;

/** Shows a page with drafts at `/preview/<key>/<path>`. Without the right key, there is nothing. */
export default async function showPreview(
	request: Request,
	context: PreviewContext = {},
): Promise<Response> {
	const [, , key = "", ...segments] = new URL(request.url).pathname.split("/");
	const { previewKey, security } = parseValidSettings();
	const headers = createSecurityHeaders(security);
	if (!previewKey || !(await timingSafeEqual(key, previewKey)))
		return respond({ status: 404, html: "Not found", headers });
	const path = `/${segments.filter(Boolean).join("/")}`;
	try {
		const render = context.renderPreview ?? (await openPackedRenderer());
		return respond(await render(path, `/preview/${key}`));
	} catch (error) {
		const { message, cause } = error as Error;
		console.error(`Preview: ${message}`, cause ?? "");
		return respond({ status: 503, html: formatErrorPage(message), headers });
	}
}

async function openPackedRenderer(): Promise<RenderPreview> {
	if (!packedRenderer) {
		// Imported on demand, because only previews need the clients of Contentful and Stripe.
		const { createPreviewRenderer } = await import("../scripts/preview/createPreviewRenderer.ts");
		const folder = fileURLToPath(new URL("../dist", import.meta.url));
		packedRenderer = createPreviewRenderer(
			requireEnvironment(),
			async () => folder,
			() => folder.replace(/dist$/, "content/generated"),
		);
	}
	return packedRenderer;
}

function respond({ status, html, headers }: PreviewPage): Response {
	const allHeaders = { ...headers, ...privateHeaders, "Content-Type": "text/html; charset=utf-8" };
	return new Response(html, { status, headers: allHeaders });
}
