import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, posix } from "node:path";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, type Handler, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { FormContext } from "../../api/http/forms.ts";
import * as newsletter from "../../api/newsletter.ts";
import * as preview from "../../api/preview.ts";
import * as rebuild from "../../api/rebuild.ts";
import * as withdrawal from "../../api/withdrawal.ts";
import { toRedirectKey } from "../../content/redirects.ts";
import { localisePath, splitLocale } from "../../content/routes.ts";
import { toCanonicalPath } from "../../content/toCanonicalPath.ts";
import { createSecurityHeaders, removeHttpsHeaders } from "../../environment/headers.server.ts";
import { formatErrorPage } from "../../renderer/errorPage.ts";
import { fileOf, hasHashedName } from "../render/fileOf.ts";
import { type HostRules, headersOf, rulesFile } from "../render/hostRules.ts";

type SiteEnv = {
	Bindings: HttpBindings;
	Variables: {
		/** IP address of the visitor. */
		ip: string;
		url: URL;
		/** Decoded path of the URL. */
		address: string;
	};
};

type SiteContext = Context<SiteEnv>;

/**
 * Time after which an idle connection is closed, in milliseconds. Longer than that of the proxies in docs/server.md:
 * Caddy closes its own after 2 minutes, nginx after 1. A request that a proxy sends while the server closes its connection
 * is lost: https://caddyserver.com/docs/caddyfile/directives/reverse_proxy#keepalive
 */
const idleTimeoutMs = 150_000;

/** Maximum length of a request's path, in bytes. */
const maxPathBytes = 2_048;

/** Maximum size of the site's files in memory, and of each of them, in bytes. Others are read for each request. */
const maxCacheBytes = 32_000_000;
const maxCachedFileBytes = 250_000;

/** Headers of errors. They name no address for reports, because a report contains the URL, and with it a key. */
const errorHeaders = createSecurityHeaders({ url: "" });

export type ServerOptions = {
	/** Port to listen on; 0 for any free port. */
	port: number;
	host?: string | undefined;
	/**
	 * Returns the folders of the live version and of earlier ones, whose assets pages in open tabs may still load. Called
	 * at each request.
	 */
	listVersions?: () => string[];
	/** Context of the functions of `api/` on our own server, in place of Netlify's. */
	context?: FormContext & rebuild.RebuildContext & preview.PreviewContext;
	/** IP addresses of trusted proxies. By default, programs on this machine are trusted. */
	trustedProxies?: string[] | undefined;
	/** Responds to `/status`. */
	showStatus?: Handler | undefined;
	/** Responds to GET requests for pages and files. Default: with the files of the live version. */
	sendPage?: (c: SiteContext) => Response | Promise<Response>;
};

/**
 * Starts the HTTP server of the site.
 * @param host IP address to listen on. Only programs on this machine can reach the default one.
 * @throws Error with advice when the port is in use
 */
export async function startHttpServer({ port, host = "127.0.0.1", ...options }: ServerOptions) {
	const { fetch } = createApp(options);
	// `headersTimeout` ends connections that a proxy has opened but not used yet.
	const timeouts = { keepAliveTimeout: idleTimeoutMs, headersTimeout: idleTimeoutMs };
	const listener = getRequestListener(fetch, { errorHandler: refuseMalformedUrl });
	const server = createServer(timeouts, listener);
	server.listen(port, host);
	await once(server, "listening").catch((error) => {
		if (error.code !== "EADDRINUSE") throw error;
		throw new Error(
			`Port ${port} is in use. Stop the other program, or choose another port with PORT=${port + 1}.`,
		);
	});
	const name = host === "0.0.0.0" || host.includes(":") ? "localhost" : host;
	return {
		/** Origin at which the server can be reached, without a slash at its end. */
		url: `http://${name}:${(server.address() as AddressInfo).port}`,
		/** Stops accepting connections, and resolves when all requests have ended, after 5 s at the latest. */
		close: async (): Promise<void> => {
			// Ends connections soon after their last response (`keepAliveTimeoutBuffer`).
			server.keepAliveTimeout = 1;
			// Also ends connections that a browser has opened in advance and not used.
			setTimeout(() => server.closeAllConnections(), 5_000).unref();
			await once(server.close(), "close");
		},
	};
}

/** Responds to a request whose URL is malformed. Node's adapter calls it when it cannot parse the URL or the host. */
function refuseMalformedUrl(): Response {
	return new Response("Bad request", { status: 400, headers: errorHeaders });
}

/** Resolves at the first SIGINT (Ctrl-C) or SIGTERM. A second signal of the same name ends the process at once. */
export async function waitForStopSignal(): Promise<void> {
	await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
}

/** Creates the web application: the functions of `api/`, and the files of the site. */
function createApp({
	listVersions = () => [],
	context,
	trustedProxies = ["127.0.0.1", "::1"],
	showStatus,
	sendPage = createFileHandler(listVersions),
}: Omit<ServerOptions, "port">) {
	const app = new Hono<SiteEnv>({ strict: false });
	app.use(async (c, next) => {
		const url = new URL(c.req.url);
		if (url.pathname.length > maxPathBytes)
			return c.text("The path is too long.", 414, errorHeaders);
		c.set("url", url);
		c.set("address", decodeURIComponent(url.pathname));
		return next();
	});
	app.use(async (c, next) => {
		// Each proxy appends the address from which the request has come. Visitors can forge only what comes first.
		const forwarded = c.req.header("X-Forwarded-For")?.split(",") ?? [];
		// Servers that listen on IPv6 report the IPv4 address 192.0.2.1 as `::ffff:192.0.2.1`.
		const addresses = [...forwarded, c.env.incoming.socket.remoteAddress ?? ""].map((address) =>
			address.trim().replace(/^::ffff:/, ""),
		);
		const [sender = ""] = addresses.slice(-1);
		c.set("ip", addresses.findLast((address) => !trustedProxies.includes(address)) ?? sender);
		await next();
		// Browsers keep the other headers of what has not changed.
		if (c.res.status === 304) return;
		const { headers } = c.res;
		if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-cache");
		const protocol = c.req.header("X-Forwarded-Proto") ?? "";
		const isHttps = trustedProxies.includes(sender) && protocol.startsWith("https");
		if (!isHttps) removeHttpsHeaders(headers);
	});
	app.onError((error, c) => {
		// A malformed percent-encoding.
		if (error instanceof URIError) return refuseMalformedUrl();
		console.error(error);
		// The error's own message could reveal paths, addresses or keys.
		return c.html(
			formatErrorPage("The server could not answer this request. Please try again later."),
			500,
			errorHeaders,
		);
	});
	const limits = {
		maxSize: 1024 * 1024,
		// The rest of the body is not read, so the connection cannot be used again.
		onError: (c: Context) =>
			c.text("The request is too large.", 413, { ...errorHeaders, Connection: "close" }),
	};
	app.use("/api/*", bodyLimit(limits));
	for (const { config, default: handle } of [newsletter, withdrawal, rebuild, preview])
		app.all(config.path, (c) => handle(c.req.raw, { ...context, ip: c.var.ip }));
	if (showStatus) app.get("/status", showStatus);
	app.get("*", sendPage);
	return app;
}

/** Creates the handler that responds with the files of versions. Opens them again when others are listed. */
function createFileHandler(listVersions: () => string[]) {
	let folders: string[] | undefined;
	let respond: ReturnType<typeof openVersions>;
	return (c: SiteContext): Promise<Response> => {
		const listed = listVersions();
		if (listed.join() !== folders?.join()) respond = openVersions(listed);
		folders = listed;
		return respond(c);
	};
}

/** Response with a file, with the names of its headers in lower case. */
type FileResponse = { status: number; headers: Record<string, string>; body: BodyInit | null };

/**
 * Opens the live version, whose files never change, and earlier ones: the rules, and small files, are read once.
 * @param folders folders of the versions, the live one first
 * @returns handler that responds with a file, a redirect, or the page for addresses that do not exist
 */
function openVersions(folders: string[]) {
	const [live] = folders;
	if (!live) throw new Error("There is no version to serve.");
	// Those of earlier versions are not read, so that their faults do not affect the live one.
	const rules = JSON.parse(readFileSync(join(live, rulesFile), "utf8")) as HostRules;
	const cache = new Map<string, Promise<FileResponse>>();
	let cachedBytes = 0;

	/** Adds the headers of an address to a response. */
	function addHeaders(response: Response, address: string): Response {
		for (const [name, value] of Object.entries(headersOf(address, rules.headers)))
			response.headers.set(name, value);
		return response;
	}

	/** Reads the file at a path, or its compressed copy. Returns undefined when there is none. */
	async function readFile(c: SiteContext, path: string): Promise<FileResponse | undefined> {
		const accepted = c.req.header("Accept-Encoding") ?? "";
		const codings = accepted.split(",").map((coding) => coding.trim());
		const key = `${["br", "gzip"].find((coding) => codings.includes(coding))} ${path}`;
		const cached = cache.get(key);
		if (cached && !c.req.header("Range")) return cached;
		const found = await findFile(c, hasHashedName(path) ? folders : folders.slice(0, 1), path);
		if (!found) return undefined;
		const response = addHeaders(found, path);
		const { status, body } = response;
		const sizeBytes = Number(response.headers.get("Content-Length"));
		const isWhole = status === 200 && c.req.method === "GET";
		const isSmall = sizeBytes <= maxCachedFileBytes && cachedBytes + sizeBytes <= maxCacheBytes;
		if (!isWhole || !isSmall)
			return { status, headers: Object.fromEntries(response.headers), body };
		// Cached before it is read, because many visitors can request a page when a version goes live.
		const reading = addEtag(response);
		cache.set(key, reading);
		cachedBytes += sizeBytes;
		reading.catch(() => cache.delete(key));
		return reading;
	}

	return async (c: SiteContext): Promise<Response> => {
		const { address, url } = c.var;
		const { pathname, search } = url;
		const redirectTo = (location: string) => addHeaders(c.redirect(location, 301), address);
		const canonical = toCanonicalPath(pathname);
		// Redirects only to an existing page, so that a wrong path gets a 404 at once instead of a redirect to a 404.
		if (canonical !== pathname && existsSync(join(live, "client", fileOf(canonical))))
			return redirectTo(canonical + search);
		const file = await readFile(c, address);
		if (file) {
			const { etag, "cache-control": caching = "" } = file.headers;
			// Proxies mark the ETags of what they compress as weak: `W/"…"`.
			if (!etag || !c.req.header("If-None-Match")?.includes(etag))
				return new Response(file.body, file);
			const headers = { etag, "cache-control": caching, vary: "Accept-Encoding" };
			return new Response(null, { status: 304, headers });
		}
		const key = toRedirectKey(address);
		const redirect = rules.redirects.find(
			({ from }) => toRedirectKey(decodeURIComponent(from)) === key,
		);
		// Inserts the query before the fragment: `/about#team`, `?a=1` → `/about?a=1#team`.
		if (redirect?.to) return redirectTo(redirect.to.replace(/(?=#)|$/, () => search));
		const errorPath = localisePath("/404", splitLocale(canonical).locale);
		const page = await readFile(c, errorPath);
		const status = redirect ? 410 : 404;
		if (page) return new Response(page.body, { ...page, status });
		return addHeaders(c.text("Not found", status), errorPath);
	};
}

/** Responds with the file at a path, or its compressed copy, from the first version that has it. */
async function findFile(c: SiteContext, folders: string[], path: string) {
	// A path such as `/media/../x` could lead out of the folder.
	if (posix.normalize(path) !== path) return undefined;
	for (const folder of folders) {
		// The compressed copy of a file has no path of its own.
		const isCopy = /\.(br|gz)$/.test(path) && existsSync(join(folder, "client", path.slice(0, -3)));
		const file = join(folder, "client", /\.\w+$/.test(path) ? path : fileOf(path));
		const response = isCopy
			? undefined
			: await serveStatic({ path: file, precompressed: true })(c, async () => {});
		if (response) return response;
	}
	return undefined;
}

/**
 * Reads the content of a response, and adds its ETag. It also depends on the other headers: then browsers may keep theirs
 * when nothing has changed.
 */
async function addEtag(response: Response): Promise<FileResponse> {
	const body = await response.bytes();
	const headers = Object.fromEntries(response.headers);
	const digest = createHash("sha256").update(JSON.stringify(headers)).update(body).digest("hex");
	return { status: 200, headers: { ...headers, etag: `"${digest.slice(0, 16)}"` }, body };
}
