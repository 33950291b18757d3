import { once } from "node:events";
import { request as ask, createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** What a server has answered; `bytes` of the body as it was transferred. */
export type Answer = { path: string; status: number; bytes: number };

/**
 * Runs something with another address of a site, and notes all that is asked for there, be it by pages that are rendered in advance,
 * of which browsers tell their drivers little.
 * @param site its address, without a slash at its end
 * @param run gets the other address, and the answers in the order in which they have ended
 */
export async function withTraffic<Result>(
	site: string,
	run: (url: string, answers: Answer[]) => Promise<Result>,
): Promise<Result> {
	const answers: Answer[] = [];
	const { port } = new URL(site);
	const server = createServer(({ url: path = "", method, headers }, response) => {
		const pass = (answer: IncomingMessage) => {
			const { statusCode: status = 0 } = answer;
			let bytes = 0;
			answer.on("data", (chunk: Buffer) => {
				bytes += chunk.length;
			});
			answer.on("end", () => answers.push({ path, status, bytes }));
			answer.pipe(response.writeHead(status, answer.headers));
		};
		ask({ port, path, method, headers }, pass).end();
	}).listen(0);
	await once(server, "listening");
	try {
		return await run(`http://localhost:${(server.address() as AddressInfo).port}`, answers);
	} finally {
		server.closeAllConnections();
		server.close();
	}
}
