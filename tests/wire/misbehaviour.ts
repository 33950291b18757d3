import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Intercept } from "../../demo/loopbackService.ts";

/** Returns an intercept that responds with a status and a body, as JSON unless the body is a string. */
export function respondWith(status: number, body: unknown, headers: Record<string, string> = {}): Intercept {
	return (_, response) => {
		response.writeHead(status, { "Content-Type": "application/json", ...headers });
		response.end(typeof body === "string" ? body : JSON.stringify(body));
		return true;
	};
}

/** Applies an intercept to the first `times` requests whose URL contains a text. Other requests are handled as usual. */
export function interceptPath(path: string, misbehave: Intercept, times = Number.POSITIVE_INFINITY): Intercept {
	let remaining = times;
	return (request, response) => {
		if (!request.url?.includes(path) || remaining <= 0) return false;
		remaining--;
		return misbehave(request, response);
	};
}

/** Never responds. */
export const neverRespond: Intercept = () => true;

/** Responds with one byte every 20 ms, endlessly. */
export const respondEndlessly: Intercept = async (_, response) => {
	response.writeHead(200, { "Content-Type": "application/json" });
	while (!response.destroyed) {
		response.write(" ");
		await wait(20);
	}
	return true;
};

/** Sends fewer bytes than the Content-Length header announces, and then ends the connection with `end`. */
const failMidway =
	(end: (socket: Socket) => void): Intercept =>
	async (_, response) => {
		response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
		response.write('{"object": "list", "sys"');
		await wait(10);
		if (response.socket) end(response.socket);
		return true;
	};

/** Resets the connection in the middle of the body. */
export const resetMidway = failMidway((socket) => socket.resetAndDestroy());

/** Closes the connection without a reset, in the middle of the body. */
export const endMidway = failMidway((socket) => socket.end());

/** Refuses the key or token, with a body in the form of either service. */
export const refuseKey = respondWith(401, {
	sys: { type: "Error", id: "AccessTokenInvalid" },
	error: { message: "x" },
});
