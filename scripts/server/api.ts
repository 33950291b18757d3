import type { NodeHttp1Handler, ServerRequest } from "srvx";
import { toNodeHandler } from "srvx/node";
import subscribe, { type NewsletterContext, config as subscribeConfig } from "../../api/newsletter.ts";
import showPreview, { type PreviewContext, config as previewConfig } from "../../api/preview.ts";
import handleRebuildRequest, { type RebuildContext, config as rebuildConfig } from "../../api/rebuild.ts";
import { isHttpsRequest, removeHttpsHeaders } from "../../environment/headers.server.ts";
import { openFileThrottle } from "./fileThrottle.ts";
import type { TrustedProxies } from "./trustedProxies.ts";

type ApiContext = Pick<
	NewsletterContext & RebuildContext & PreviewContext,
	"outbox" | "claimConfirmationMail" | "rebuildQueue" | "renderPreview"
>;

export type ApiRoute = {
	/** Path of a request's URL. A slash at the end of the URL's path is ignored. `/*` at the end is any path below. */
	path: string;
	/** Handles a request. `ip` is the IP address of the visitor. */
	respond: (request: Request, context: ApiContext & { ip: string }) => Response | Promise<Response>;
};

/** Routes of the functions in `api/`. A function exports its path as `config`. */
export const apiRoutes: readonly ApiRoute[] = [
	{ path: subscribeConfig.path, respond: subscribe },
	{ path: rebuildConfig.path, respond: handleRebuildRequest },
	{ path: previewConfig.path, respond: showPreview },
];

/**
 * Creates a request listener of `node:http` for the paths of the functions. The listener's promise rejects when a handler
 * throws.
 */
export function createApi(
	routes: readonly ApiRoute[],
	context: ApiContext,
	trustedProxies: TrustedProxies = "loopback",
): NodeHttp1Handler {
	const claimConfirmationMail = context.claimConfirmationMail ?? openFileThrottle(".cache/newsletter-mails");

	async function call(request: ServerRequest): Promise<Response> {
		// `request.url` contains the Host header, so a malformed Host header makes the URL invalid.
		const url = URL.parse(request.url);
		if (!url) return refuse(400, "The request is malformed.");
		const pathname = url.pathname.replace(/\/$/, "");
		const route = routes.find(({ path }) =>
			path.endsWith("/*") ? pathname.startsWith(path.slice(0, -1)) : pathname === path,
		);
		if (!route) return refuse(404, "There is nothing at this address.");
		const response = await route.respond(request, { ...context, claimConfirmationMail, ip: request.ip ?? "" });
		closeUnfinishedConnection(request);
		if (isHttpsRequest(request.headers.get("x-forwarded-proto"))) return response;
		return new Response(response.body, { status: response.status, headers: removeHttpsHeaders(response.headers) });
	}

	// `request.ip` is the address that a trusted proxy has appended to X-Forwarded-For, so visitors cannot forge it.
	return toNodeHandler(call, { trustProxy: trustedProxies }) as NodeHttp1Handler;
}

/**
 * Closes the connection if the request body was read only in part. The unread part would block the connection's next
 * request.
 */
function closeUnfinishedConnection({ runtime, bodyUsed }: ServerRequest): void {
	const { req, res } = runtime?.node ?? {};
	if (req && res && bodyUsed && !req.complete) res.setHeader("Connection", "close");
}

function refuse(status: number, message: string): Response {
	return Response.json({ message }, { status });
}
