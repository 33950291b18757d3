import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { loadSiteFiles } from "../../scripts/server/siteFiles.ts";
import { startHttpServer } from "../../scripts/server/startHttpServer.ts";
import { makeFolder } from "../folders.ts";

const contents = {
	"secret.txt": "classified",
	"site/index.html": "home",
	"site/about.html": "about",
	"site/404.html": "not found",
	"site/ru.html": "дом",
	"site/ru/404.html": "не найдено",
	"site/media/photo.abc.avif": "0123456789",
	"site/_headers": "# classified",
};
const folder = await makeFolder({ files: contents, atEnd: afterAll });
const files = await loadSiteFiles(join(folder, "site"));
const server = await startHttpServer({ getFiles: () => files, port: 0 });
afterAll(() => server.close());

/** Response of Node itself to a request that it cannot parse. */
const parserResponse = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";

/** Sends a request for a raw path, which may be malformed. Returns what the server sends until it disconnects. */
async function request(path: string): Promise<string> {
	const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
	await once(socket, "connect");
	socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
	return text(socket);
}

test("no generated path gets a file outside of the site or a redirect to another host", {
	timeout: 30 * 60_000,
}, async () => {
	const piece = fc.constantFrom(
		...["..", "%2e%2e", "%2E.", "%252e%252e", "%c0%ae%c0%ae", "%u002e", ".", "%00", "%0d%0aX-A:%20b", "%20"],
		...["\\", "%5c", "%5C..", "/", "//", "%2f", "%252f", "?", "#", ":", "@evil.example", "evil.example", "%", "%zz"],
		...["secret.txt", "_headers", "about", "About.html", "index.html", "ru", "RU", "en", "404", "media", "photo.avif"],
		...["..;", "~", "etc", "passwd", "__proto__", "constructor", "Ё", "%D0%81", "\u00ff", "a".repeat(300)],
	);
	const path = fc
		.array(fc.tuple(piece, fc.constantFrom("/", "", "\\", "//")), { minLength: 1, maxLength: 12 })
		.map((pieces) => `/${pieces.flat().join("")}`.replace(/ /g, ""));
	await fc.assert(
		fc.asyncProperty(path, async (path) => {
			const response = await request(path);
			if (response === parserResponse) return;
			expect(response).toMatch(/^HTTP\/1\.1 (200|301|400|404) /);
			expect(response).toMatch(/^content-security-policy: default-src 'none'/im);
			expect(response).not.toMatch(/^HTTP\/1\.1 .*^HTTP\/1\.1 |^x-a:|classified|node:|\/scripts\//ims);
			const [, location] = /^location: (.*)\r$/im.exec(response) ?? [];
			if (location !== undefined) expect(location).toMatch(/^\/(?![/\\])/);
			expect(location === undefined).toBe(!response.startsWith("HTTP/1.1 301 "));
		}),
		{ numRuns: 10_000 },
	);
});
