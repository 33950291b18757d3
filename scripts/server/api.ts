import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { NodeHttp1Handler, ServerRequest } from "srvx";
import { toNodeHandler } from "srvx/node";
import type { NewsletterContext } from "../../api/newsletter.ts";
import type { RebuildContext } from "../../api/rebuild.ts";
import { defaultLocale } from "../../content/locales.ts";
import { formatErrorPage } from "../../site/errorPage.ts";
import { cameByHttps, withoutHttps } from "../../site/headers.server.ts";
import { openTurns } from "./mailTurns.ts";
import { createRateLimit } from "./rateLimit.ts";

/** What handlers learn beside the request: the part of Netlify's context that our functions use, and what they take of ours. */
export type ApiContext = NewsletterContext & RebuildContext & { params: Record<string, string> };

/** What is the same for all requests; turns are kept in `.cache` unless given. */
export type OwnContext = Pick<ApiContext, "outbox" | "takeTurn" | "rebuilds">;

export type ApiRoutes = {
	/** Matches the whole path of an address, with a group for each parameter. */
	path: RegExp;
	/** Counts a request of a visitor and tells whether it is one too many. */
	isLimited: (ip: string) => boolean;
	respond: (request: Request, context: ApiContext) => Response | Promise<Response>;
}[];

/** Bytes; the webhooks of Contentful and Stripe are far smaller. */
const largestRequestBody = 1024 * 1024;

/** Functions that run at the same time; one more visitor is asked to come back. The host has a limit of its own. */
const mostCalls = 100;

/**
 * Imports the handlers of a folder: the default export of every `.ts` file directly in it that has a `config.path`, as
 * Netlify's functions have. Scheduled ones have none and are left out.
 */
export async function loadApi(folder: string): Promise<ApiRoutes> {
	const routes: ApiRoutes = [];
	for (const name of (await readdir(folder)).sort()) {
		if (!name.endsWith(".ts")) continue;
		const file = pathToFileURL(resolve(folder, name)).href;
		const { default: respond, config } = await import(/* @vite-ignore */ file);
		const isLimited = createRateLimit(config.rateLimit);
		for (const path of [config.path ?? []].flat()) routes.push({ path: patternOf(path), isLimited, respond });
	}
	return routes;
}

/** Not URLPattern, which Node 22 lacks. */
function patternOf(path: string): RegExp {
	return new RegExp(`^${path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}/?$`);
}

/** Makes of handlers, from `loadApi`, what a server of Node's calls for each request below /api/. */
export function mountApi(routes: ApiRoutes, given: OwnContext): NodeHttp1Handler {
	const context = { ...given, takeTurn: given.takeTurn ?? openTurns(".cache/newsletter-mails") };
	let calls = 0;
	const call = async (request: ServerRequest) => {
		if (calls >= mostCalls) {
			return refuse(503, "Too many requests at once. Please try again.", { "Retry-After": "1" });
		}
		calls++;
		try {
			const answer = await answerApi(routes, request, context);
			if (cameByHttps(request.headers.get("x-forwarded-proto"))) return answer;
			return new Response(answer.body, { status: answer.status, headers: withoutHttps(answer.headers) });
		} catch (error) {
			return answerError(error);
		} finally {
			calls--;
		}
	};
	return toNodeHandler(call, {
		maxRequestBodySize: largestRequestBody,
		trustProxy: "loopback",
	}) as NodeHttp1Handler;
}

/** Says what the handler of the address says. Throws what it throws. */
async function answerApi(routes: ApiRoutes, request: ServerRequest, context: OwnContext): Promise<Response> {
	// The Host header is part of it and may be anything.
	const url = URL.parse(request.url);
	if (!url) return refuse(400, "The request is malformed.");
	for (const { path, isLimited, respond } of routes) {
		const match = path.exec(url.pathname);
		if (!match) continue;
		const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
		return respond(request, {
			...context,
			params: Object.fromEntries(params),
			isLimited: isLimited(request.ip ?? ""),
		});
	}
	return refuse(404, "There is nothing at this address.");
}

function refuse(status: number, message: string, headers: HeadersInit = {}): Response {
	return Response.json({ message }, { status, headers });
}

function answerError(error: unknown): Response {
	const { code } = (error ?? {}) as { code?: unknown };
	if (code === "ERR_BODY_TOO_LARGE") return refuse(413, "The request is too large.");
	// Who leaves before the end of the request gets no answer, and is no fault.
	if (code === "ECONNRESET") return refuse(400, "The request is not whole.");
	console.error(error);
	const headers = { "Content-Type": "text/html; charset=utf-8" };
	return new Response(formatErrorPage(error, defaultLocale), { status: 500, headers });
}
