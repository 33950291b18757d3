import { setTimeout as wait } from "node:timers/promises";
import type { Intercept } from "../../demo/loopbackService.ts";

/** Returns a handler that responds with a status and a body. A body that is not a string is sent as JSON. */
export function respondWith(
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): Intercept {
	return (_, response) => {
		response.writeHead(status, { "Content-Type": "application/json", ...headers });
		response.end(typeof body === "string" ? body : JSON.stringify(body));
		return true;
	};
}

/** Returns a handler that applies `misbehave` to the first `times` requests whose URL contains `path`. */
export function interceptPath(
	path: string,
	misbehave: Intercept,
	times = Number.POSITIVE_INFINITY,
): Intercept {
	let remaining = times;
	return (request, response) => {
		if (!request.url?.includes(path) || remaining <= 0) return false;
		remaining--;
		return misbehave(request, response);
	};
}

export const neverRespond: Intercept = () => true;

export const respondEndlessly: Intercept = async (_, response) => {
	response.writeHead(200, { "Content-Type": "application/json" });
	while (!response.destroyed) {
		response.write(" ");
		await wait(20);
	}
	return true;
};

/** Sends only the start of a body, and then breaks the connection. */
export const resetMidway: Intercept = async (_, response) => {
	response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
	response.write('{"object": "list", "sys"');
	await wait(10);
	response.socket?.resetAndDestroy();
	return true;
};

/** Rejects the key or token. The body fits the error formats of Contentful and Stripe. */
export const refuseKey = respondWith(401, {
	sys: { type: "Error", id: "AccessTokenInvalid" },
	error: { message: "x" },
});
