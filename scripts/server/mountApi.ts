import type { NodeHttp1Handler, ServerRequest } from "srvx";
import { toNodeHandler } from "srvx/node";
import { defaultLocale } from "../../content/locales.ts";
import { formatErrorPage } from "../../site/errorPage.ts";
import { cameByHttps, withoutHttps } from "../../site/headers.server.ts";
import { type ApiContext, type ApiRoutes, answerApi } from "./api.ts";

/** Bytes; the webhooks of Contentful and Stripe are far smaller. */
const largestRequestBody = 1024 * 1024;

/** Functions that run at the same time; one more visitor is asked to come back. The host has a limit of its own. */
const mostCalls = 100;

/** Makes of handlers, from `loadApi`, what a server of Node's calls for each request below /api/. */
export function mountApi(api: ApiRoutes, context: Pick<ApiContext, "outbox" | "rebuilds">): NodeHttp1Handler {
	let calls = 0;
	const call = async (request: Request) => {
		if (calls >= mostCalls) return busyResponse();
		calls++;
		try {
			const answer = await answerApi(api, request, { ip: (request as ServerRequest).ip ?? "", ...context });
			if (cameByHttps(request.headers.get("x-forwarded-proto"))) return answer;
			return new Response(answer.body, { status: answer.status, headers: withoutHttps(answer.headers) });
		} catch (error) {
			return apiErrorResponse(error);
		} finally {
			calls--;
		}
	};
	return toNodeHandler(call, {
		maxRequestBodySize: largestRequestBody,
		trustProxy: "loopback",
	}) as NodeHttp1Handler;
}

function busyResponse(): Response {
	const headers = { "Retry-After": "1" };
	return Response.json({ message: "Too many requests at once. Please try again." }, { status: 503, headers });
}

function apiErrorResponse(error: unknown): Response {
	const { code } = (error ?? {}) as { code?: unknown };
	if (code === "ERR_BODY_TOO_LARGE") return Response.json({ message: "The request is too large." }, { status: 413 });
	// Who leaves before the end of the request gets no answer, and is no fault.
	if (code === "ECONNRESET") return Response.json({ message: "The request is not whole." }, { status: 400 });
	console.error(error);
	return new Response(formatErrorPage(error, defaultLocale), {
		status: 500,
		headers: { "Content-Type": "text/html; charset=utf-8" },
	});
}
