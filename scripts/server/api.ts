import type { NodeHttp1Handler, ServerRequest } from "srvx";
import { toNodeHandler } from "srvx/node";
import { identifyVisitor } from "../../api/http/visitor.ts";
import subscribe, { type NewsletterContext, config as subscribeConfig } from "../../api/newsletter.ts";
import handleRebuildRequest, { type RebuildContext, config as rebuildConfig } from "../../api/rebuild.ts";
import { isHttpsRequest, removeHttpsHeaders } from "../../environment/headers.server.ts";
import { openFileThrottle } from "./fileThrottle.ts";
import type { TrustedProxies } from "./trustedProxies.ts";

/** Context that our own server passes to API handlers. */
export type ServerContext = Pick<
	NewsletterContext & RebuildContext,
	"outbox" | "claimConfirmationMail" | "rebuildQueue"
>;

export type ApiRoutes = {
	/** Pattern for the whole path of a request's URL. */
	path: RegExp;
	/** Handles a request. `ip` is the IP address of the visitor. */
	respond: (request: Request, context: ServerContext & { ip: string }) => Response | Promise<Response>;
}[];

/** Maximum numbers of concurrent API calls on our own server. Netlify has its own limits. */
const concurrencyLimit = { total: 100, perVisitor: 25 };

/**
 * Creates the routes of the functions in `api/`. A function exports its paths and its rate limit as `config`. In a
 * preview, `serveLiveSite.ts` adds the route of `createPollRoute`.
 */
export function createApi(): ApiRoutes {
	const countAndCheckLimit = createRateLimit(subscribeConfig.rateLimit);
	return [
		{
			path: createPattern(subscribeConfig.path),
			respond: (request, context) => subscribe(request, { ...context, isRateLimited: countAndCheckLimit(context.ip) }),
		},
		...rebuildConfig.path.map((path) => ({ path: createPattern(path), respond: handleRebuildRequest })),
	];
}

/**
 * Converts a path with parameters, such as `/api/rebuild/:id`, into a regular expression, because Node 22 has no
 * URLPattern.
 */
const createPattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`);

/**
 * Creates a request listener of `node:http` for the paths below /api/. The listener's promise rejects when a handler
 * throws.
 */
export function mountApi(
	routes: ApiRoutes,
	serverContext: ServerContext,
	trustedProxies: TrustedProxies = "loopback",
): NodeHttp1Handler {
	const claimConfirmationMail = serverContext.claimConfirmationMail ?? openFileThrottle(".cache/newsletter-mails");
	const concurrency = createConcurrencyLimit(concurrencyLimit);

	async function call(request: ServerRequest): Promise<Response> {
		// `request.url` contains the Host header, so a malformed Host header makes the URL invalid.
		const url = URL.parse(request.url);
		if (!url) return refuse(400, "The request is malformed.");
		const route = routes.find(({ path }) => path.test(url.pathname));
		if (!route) return refuse(404, "There is nothing at this address.");
		const ip = request.ip ?? "";
		if (!concurrency.enter(ip)) {
			return refuse(503, "Too many requests at once. Please try again.", { "Retry-After": "1" });
		}
		try {
			const response = await route.respond(request, { ...serverContext, claimConfirmationMail, ip });
			closeUnfinishedConnection(request);
			if (isHttpsRequest(request.headers.get("x-forwarded-proto"))) return response;
			return new Response(response.body, { status: response.status, headers: removeHttpsHeaders(response.headers) });
		} finally {
			concurrency.leave(ip);
		}
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

function refuse(status: number, message: string, headers: HeadersInit = {}): Response {
	return Response.json({ message }, { status, headers });
}

/** Creates a limit of concurrent API calls, in total and per visitor, so that one visitor cannot block all others. */
function createConcurrencyLimit(limit: typeof concurrencyLimit) {
	const countsOfVisitors = new Map<string, number>();
	let total = 0;

	function addToCounts(ip: string, difference: 1 | -1): void {
		total += difference;
		const visitor = identifyVisitor(ip);
		if (visitor === undefined) return;
		const count = (countsOfVisitors.get(visitor) ?? 0) + difference;
		if (count > 0) countsOfVisitors.set(visitor, count);
		else countsOfVisitors.delete(visitor);
	}

	return {
		/** Counts a call and returns true. When the limit is reached, returns false without counting the call. */
		enter(ip: string): boolean {
			const countOfVisitor = countsOfVisitors.get(identifyVisitor(ip) ?? "") ?? 0;
			if (total >= limit.total || countOfVisitor >= limit.perVisitor) return false;
			addToCounts(ip, 1);
			return true;
		},
		leave: (ip: string) => addToCounts(ip, -1),
	};
}

/** Maximum number of visitors whose requests are counted. When it is reached, the rate limit resets all counts. */
const maxVisitors = 10_000;

/**
 * Creates a rate limit for our own server, because `config.rateLimit` has an effect only on Netlify.
 * @returns function that counts a request and returns whether it exceeds the limit
 */
export function createRateLimit(
	{ windowLimit, windowSize }: typeof subscribeConfig.rateLimit,
	now = Date.now,
): (ip: string) => boolean {
	const counts = new Map<string, number>();
	const windowMs = windowSize * 1000;
	let startMs = now();
	return (ip) => {
		if (now() - startMs >= windowMs || counts.size >= maxVisitors) {
			counts.clear();
			startMs = now();
		}
		const visitor = identifyVisitor(ip) ?? "";
		const count = (counts.get(visitor) ?? 0) + 1;
		counts.set(visitor, count);
		return count > windowLimit;
	};
}
