import { type ContentfulClientApi, createClient } from "contentful";
import type { z } from "zod";
import { localeCodes } from "../../../content/locales.ts";
import { cutAtWord } from "../../../content/plainText.ts";
import type { Environment } from "../../../environment/environment.server.ts";
import { FaultsError, settleAll } from "../../shared/faults.ts";
import type { FetchOptions } from "../limits.ts";
import { formatSpaceUrl } from "../report.ts";
import { requestService } from "../requestService.ts";
import { type Failure, parseRetryAfter } from "../retry.ts";
import { makeVisible } from "./cleanText.ts";
import { createClientOptions } from "./clientOptions.ts";
import { createDeliveryCheck } from "./createDeliveryCheck.ts";
import { type ContentfulData, entriesSchema, localesSchema, type SpaceLocale } from "./schemas.ts";

/**
 * Fetches the page entries (`entryIds`) and everything that they link to, in all locales. In a preview, these include
 * drafts, because `contentful` is then Contentful's preview API.
 * @throws FaultsError when a request fails, a locale is missing, or a response is invalid
 */
export async function fetchContent(
	environment: Pick<Environment, "contentful" | "entryIds">,
	options: FetchOptions,
): Promise<ContentfulData> {
	const { contentful, entryIds } = environment;
	const request = createRequester(contentful, options);
	const [locales, responses] = await settleAll([
		request("locales", localesSchema, (client) => client.getLocales()),
		fetchEntries(Object.values(entryIds), request, options.log),
	]);
	requireLocales(locales.items, contentful);
	const contentfulData = {
		entries: mapById(
			responses.flatMap(({ includes, items }) => [...(includes?.Entry ?? []), ...items]),
		),
		assets: mapById(responses.flatMap(({ includes }) => includes?.Asset ?? [])),
		locales: locales.items,
	};
	options.recordDelivery?.(createDeliveryCheck(contentfulData, Object.values(entryIds)));
	return contentfulData;
}

function mapById<Item extends { sys: { id: string } }>(items: Item[]): Map<string, Item> {
	return new Map(items.map((item) => [item.sys.id, item]));
}

/** @throws FaultsError with one fault for each missing locale */
function requireLocales(spaceLocales: SpaceLocale[], contentful: Environment["contentful"]): void {
	const codes = spaceLocales.map(({ code }) => code);
	const missing = localeCodes.filter((code) => !codes.includes(code));
	if (missing.length === 0) return;
	const settings = `${formatSpaceUrl(contentful)}/settings/locales`;
	const advice = `(it has ${codes.join(", ")}). Add it under Settings, Locales: ${settings}`;
	throw new FaultsError(
		missing.map(
			(code) => `The Contentful space "${contentful.spaceId}" has no locale ${code} ${advice}`,
		),
	);
}

/** Sends a request to Contentful, with retries, and validates the response against a schema. */
type Requester = <Schema extends z.ZodType>(
	resource: string,
	schema: Schema,
	send: (client: ContentfulClientApi<undefined>) => Promise<unknown>,
) => Promise<z.infer<Schema>>;

function createRequester(contentful: Environment["contentful"], options: FetchOptions): Requester {
	return (resource, schema, send) => {
		let lastResponse: LoggedResponse | undefined;
		const client = createClient({
			...createClientOptions(contentful, options.limits.requestTimeoutMs),
			// Only this logger receives the status and headers of every response. `classifyContentfulFailure` needs both.
			responseLogger: (logged) => {
				lastResponse = readLoggedResponse(logged);
			},
		});
		const request = {
			service: `Contentful (${new URL(contentful.apiUrl).host})`,
			resource,
			schema,
			variable: contentful.names.apiUrl,
			send: () => {
				lastResponse = undefined;
				return send(client);
			},
			classify: (error: unknown) => classifyContentfulFailure(error, lastResponse, contentful),
		};
		return requestService(request, options);
	};
}

type EntriesResponse = z.infer<typeof entriesSchema>;

/**
 * Fetches entries and everything that they link to. Fetches the entries in two halves when one response would be too
 * big.
 */
async function fetchEntries(
	ids: string[],
	request: Requester,
	log: FetchOptions["log"],
): Promise<EntriesResponse[]> {
	const query = { "sys.id[in]": ids, include: 10, limit: ids.length } as const;
	try {
		const response = await request("entries", entriesSchema, (client) =>
			client.withAllLocales.withoutLinkResolution.withLocaleBasedPublishing.getEntries(query),
		);
		return [response];
	} catch (error) {
		const isTooBig = tooBigMessage.test((error as Error).message);
		if (!isTooBig || ids.length < 2) throw error;
		log(`Contentful: too much for one answer; asking for ${ids.length} entries in two halves`);
		const middle = Math.ceil(ids.length / 2);
		const halves = [ids.slice(0, middle), ids.slice(middle)].map((half) =>
			fetchEntries(half, request, log),
		);
		return (await settleAll(halves)).flat();
	}
}

/**
 * Matches the message of Contentful's error 400 for a response over 7 MB. Contentful documents the limit
 * (https://www.contentful.com/developers/docs/technical-limits/) but not the message.
 */
const tooBigMessage = /response size too big/i;

type LoggedResponse = {
	isBroken: boolean;
	status?: number | undefined;
	headers?: Record<string, unknown> | undefined;
	data?: unknown;
};

function readLoggedResponse(logged: unknown): LoggedResponse {
	const isBroken = logged instanceof Error;
	const { response } = logged as { response?: unknown };
	const { status, headers, data } = (response ?? logged) as Partial<LoggedResponse>;
	return { isBroken, status, headers, data };
}

/**
 * Decides whether a failed request can be retried, and describes the failure. Contentful's errors:
 * https://www.contentful.com/developers/docs/references/errors/
 */
function classifyContentfulFailure(
	error: unknown,
	response: LoggedResponse | undefined,
	contentful: Environment["contentful"],
): Failure {
	const { status, headers, data } = response ?? {};
	if (response === undefined || status === undefined) return classifyConnectionFailure(error);
	if (status < 400) return classifyUnreadableResponse(error, response, contentful);
	const retryAfterMs =
		parseRetryAfter(headers?.["x-contentful-ratelimit-reset"]) ??
		parseRetryAfter(headers?.["retry-after"]);
	if (status === 429) return { isTransient: true, reason: "too many requests (429)", retryAfterMs };
	if (status >= 500)
		return { isTransient: true, reason: `the service is out of order (${status})`, retryAfterMs };
	return { isTransient: false, reason: describeRefusal(status, data, contentful) };
}

/**
 * Classifies a failed request whose response has a status below 400: the body is incomplete, or the client cannot read
 * it.
 */
function classifyUnreadableResponse(
	error: unknown,
	{ isBroken, data }: LoggedResponse,
	{ names }: Environment["contentful"],
): Failure {
	if (isBroken) return { isTransient: true, reason: "no connection (broken off)" };
	const isJson = typeof data === "object" && data !== null;
	const reason = isJson ? messageOf(error) : `its answer is not JSON. Check ${names.apiUrl}`;
	return { isTransient: false, reason };
}

function classifyConnectionFailure(error: unknown): Failure {
	const { code, cause, isAxiosError } = error as {
		code?: string;
		cause?: { code?: string };
		isAxiosError?: boolean;
	};
	const isOwnBug = !isAxiosError;
	if (isOwnBug) return { isTransient: false, reason: messageOf(error) };
	const reason =
		code === "ETIMEDOUT"
			? "no answer in time"
			: `no connection (${cause?.code ?? code ?? "broken off"})`;
	return { isTransient: true, reason };
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

function describeRefusal(
	status: number,
	data: unknown,
	{ token, names }: Environment["contentful"],
): string {
	if (status === 401 || status === 403) {
		const check = `Check ${names.token}, and that it is one of the space CONTENTFUL_SPACE_ID`;
		return `it refuses the access token (${status}). ${check}`;
	}
	if (status === 404) {
		const check = "Check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT";
		return `it does not know the space or the environment (404). ${check}`;
	}
	return `it refuses the request (${[status, readErrorMessage(data, token)].filter(Boolean).join(": ")})`;
}

/** Returns the message from the body of an error response, shortened and without the access token. */
function readErrorMessage(body: unknown, token: string): string {
	const { message } = (body ?? {}) as { message?: unknown };
	if (typeof message !== "string") return "";
	const line = makeVisible(message.replaceAll(token, "…").replace(/\s+/g, " ").trim());
	return cutAtWord(line, 200).replace(/\.$/, "");
}
