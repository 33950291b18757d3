import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Outbox } from "./outbox.ts";
import { createRateLimit } from "./rateLimit.ts";
import type { Rebuilds } from "./rebuilds.ts";

/** What a handler learns beside the request: the part of Netlify's context that our functions use. */
export type ApiContext = {
	/** The values of the `:name` segments of the route's path. */
	params: Record<string, string>;
	/** The visitor's address; empty when unknown. */
	ip: string;
	/** Whether the visitor asks more often than the route's `config.rateLimit` allows. The host answers such requests itself. */
	isLimited: boolean;
	/** Takes newsletter subscriptions while no provider is set. */
	outbox: Outbox | undefined;
	/** Makes the site anew; undefined where somebody else does. */
	rebuilds: Pick<Rebuilds, "request" | "find"> | undefined;
};

type ApiRoute = {
	/** Segments of one of `config.path`, e.g. `["api", "rebuild", ":id"]`. */
	path: string[];
	/** Counts a request of a visitor and tells whether it is one too many. */
	isLimited: (ip: string) => boolean;
	respond: (request: Request, context: ApiContext) => Response | Promise<Response>;
};

export type ApiRoutes = ApiRoute[];

/**
 * Imports the handlers of a folder: every `.ts` file directly in it with a default export and `config.path`, as Netlify's functions
 * have. Files without a path, such as scheduled ones, are left out. A missing folder has no routes. Throws on a path outside /api/.
 */
export async function loadApi(folder: string): Promise<ApiRoutes> {
	const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return [];
		throw error;
	});
	const routes: ApiRoutes = [];
	for (const name of names.sort()) {
		if (!name.endsWith(".ts") || name.endsWith(".test.ts") || name.endsWith(".d.ts")) continue;
		const { default: respond, config } = await import(
			/* @vite-ignore */ pathToFileURL(resolve(join(folder, name))).href
		);
		if (typeof respond !== "function" || config?.path === undefined) continue;
		const paths: unknown[] = [config.path].flat();
		const isLimited = createRateLimit(config.rateLimit);
		for (const path of paths) {
			if (typeof path !== "string" || !path.startsWith("/api/")) {
				throw new Error(`${join(folder, name)}: config.path must begin with /api/, found ${JSON.stringify(path)}`);
			}
			routes.push({ path: segmentsOf(path), isLimited, respond });
		}
	}
	return routes;
}

/** Answers a request below /api/: 404 as JSON with a `message`, otherwise what the route's handler says. Throws what it throws. */
export async function answerApi(
	routes: ApiRoutes,
	request: Request,
	{ ip, outbox, rebuilds }: Pick<ApiContext, "ip" | "outbox" | "rebuilds">,
): Promise<Response> {
	// The Host header is part of it and may be anything.
	if (!URL.canParse(request.url)) return Response.json({ message: "The request is malformed." }, { status: 400 });
	const segments = segmentsOf(new URL(request.url).pathname);
	for (const route of routes) {
		const params = matchPath(route.path, segments);
		if (!params) continue;
		const response = await route.respond(request, { params, ip, isLimited: route.isLimited(ip), outbox, rebuilds });
		if (response instanceof Response) return response;
		throw new TypeError(`The handler of /${route.path.join("/")} answered with something that is no Response.`);
	}
	return Response.json({ message: "There is nothing at this address." }, { status: 404 });
}

function segmentsOf(path: string): string[] {
	return path.split("/").filter(Boolean);
}

// Not URLPattern, which Node 22 lacks.
function matchPath(pattern: string[], segments: string[]): Record<string, string> | undefined {
	if (pattern.length !== segments.length) return undefined;
	const params: Record<string, string> = {};
	for (const [index, expected] of pattern.entries()) {
		const segment = segments[index] ?? "";
		if (expected.startsWith(":")) params[expected.slice(1)] = decodeURIComponent(segment);
		else if (expected !== segment) return undefined;
	}
	return params;
}
