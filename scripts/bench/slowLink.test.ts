import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openSlowLink } from "./slowLink.ts";

test("the link delivers a request and a response of many packets unchanged", async () => {
	const content = randomBytes(40_000);
	const requests: string[] = [];
	const server = createServer((socket) => {
		socket.once("data", (data) => {
			requests.push(String(data));
			socket.end(content);
		});
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const link = await openSlowLink((server.address() as AddressInfo).port);

	const client = connect(link.port, "127.0.0.1");
	client.write("GET /");
	expect((await buffer(client)).equals(content)).toBe(true);
	expect(requests).toEqual(["GET /"]);

	link.close();
	server.close();
});
