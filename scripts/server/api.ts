import type { NodeHttp1Handler, ServerRequest } from "srvx";
import { toNodeHandler } from "srvx/node";
import subscribe, * as newsletter from "../../api/newsletter.ts";
import rebuild, * as rebuilding from "../../api/rebuild.ts";
import { cameByHttps, withoutHttps } from "../../site/headers.server.ts";
import { openTurns } from "./mailTurns.ts";

/** What handlers learn beside the request, of which Netlify gives none; turns are kept in `.cache` unless given. */
export type OwnContext = Pick<
	newsletter.NewsletterContext & rebuilding.RebuildContext,
	"outbox" | "takeTurn" | "rebuilds"
>;

export type ApiRoutes = {
	/** Matches the whole path of an address. */
	path: RegExp;
	/** The context holds the address of who asks, too. */
	respond: (request: Request, context: OwnContext & { ip: string }) => Response | Promise<Response>;
}[];

/** Functions that run at the same time; one more visitor is asked to come back. The host has a limit of its own. */
const mostCalls = 100;

/** The functions of `api/` that have an address, as Netlify mounts them by their `config`. */
export function createApi(): ApiRoutes {
	const isLimited = createRateLimit(newsletter.config.rateLimit);
	return [
		{
			path: patternOf(newsletter.config.path),
			respond: (request, { ip, ...context }) => subscribe(request, { ...context, isLimited: isLimited(ip) }),
		},
		...rebuilding.config.path.map((path) => ({ path: patternOf(path), respond: rebuild })),
	];
}

/** Not URLPattern, which Node 22 lacks. */
const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`);

/** Makes of handlers, from `createApi`, what a server of Node's calls for each request below /api/. It throws what they throw. */
export function mountApi(routes: ApiRoutes, given: OwnContext): NodeHttp1Handler {
	const context = { ...given, takeTurn: given.takeTurn ?? openTurns(".cache/newsletter-mails") };
	let calls = 0;
	const call = async (request: ServerRequest) => {
		// The Host header is part of it and may be anything.
		const url = URL.parse(request.url);
		if (!url) return refuse(400, "The request is malformed.");
		const route = routes.find(({ path }) => path.test(url.pathname));
		if (!route) return refuse(404, "There is nothing at this address.");
		if (calls >= mostCalls) {
			return refuse(503, "Too many requests at once. Please try again.", { "Retry-After": "1" });
		}
		calls++;
		try {
			const answer = await route.respond(request, { ...context, ip: request.ip ?? "" });
			if (cameByHttps(request.headers.get("x-forwarded-proto"))) return answer;
			return new Response(answer.body, { status: answer.status, headers: withoutHttps(answer.headers) });
		} finally {
			calls--;
		}
	};
	return toNodeHandler(call, { trustProxy: "loopback" }) as NodeHttp1Handler;
}

function refuse(status: number, message: string, headers: HeadersInit = {}): Response {
	return Response.json({ message }, { status, headers });
}

/** Visitors that are remembered at the most. */
const mostVisitors = 10_000;

/**
 * Counts requests as the host does for functions with `config.rateLimit`: so many in a window of seconds.
 * @returns a function that counts a request of an address and tells whether it is one too many
 */
export function createRateLimit(
	{ windowLimit, windowSize }: typeof newsletter.config.rateLimit,
	now = Date.now,
): (ip: string) => boolean {
	const counts = new Map<string, number>();
	let start = now();
	return (ip) => {
		if (now() - start >= windowSize * 1000 || counts.size >= mostVisitors) {
			counts.clear();
			start = now();
		}
		const count = (counts.get(ip) ?? 0) + 1;
		counts.set(ip, count);
		return count > windowLimit;
	};
}
