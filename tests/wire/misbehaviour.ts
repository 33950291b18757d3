import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Intercept } from "../../demo/loopbackService.ts";

/** Answers with a status and a body of its own. */
export function answering(status: number, body: unknown, headers: Record<string, string> = {}): Intercept {
	return (_, response) => {
		response.writeHead(status, { "Content-Type": "application/json", ...headers });
		response.end(typeof body === "string" ? body : JSON.stringify(body));
		return true;
	};
}

/** Misbehaves for requests whose path holds a text, `times` of them; everything else is answered as usual. */
export function when(path: string, misbehave: Intercept, times = Number.POSITIVE_INFINITY): Intercept {
	let left = times;
	return (request, response) => {
		if (!request.url?.includes(path) || left <= 0) return false;
		left--;
		return misbehave(request, response);
	};
}

/** Never answers. */
export const silent: Intercept = () => true;

/** Sends a byte now and then, without end. */
export const dripping: Intercept = async (_, response) => {
	response.writeHead(200, { "Content-Type": "application/json" });
	while (!response.destroyed) {
		response.write(" ");
		await wait(20);
	}
	return true;
};

/** Sends half of what it announces, and then does something to the connection. */
const halfWay =
	(end: (socket: Socket) => void): Intercept =>
	async (_, response) => {
		response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
		response.write('{"object": "list", "sys"');
		await wait(10);
		if (response.socket) end(response.socket);
		return true;
	};

/** Breaks the connection in the middle of the body. */
export const breaking = halfWay((socket) => socket.resetAndDestroy());

/** Ends the connection properly, but before the body is whole. */
export const truncating = halfWay((socket) => socket.end());

/** Refuses the key, in the words of either service. */
export const refusing = answering(401, { sys: { type: "Error", id: "AccessTokenInvalid" }, error: { message: "x" } });
