import http from "node:http";
import https from "node:https";
import { type ContentfulClientApi, createClient } from "contentful";
import type { z } from "zod";
import { localeCodes } from "../../../content/locales.ts";
import { cutAtWord } from "../../../content/plainText.ts";
import type { Environment } from "../../../site/environment.server.ts";
import { FaultsError, settleAll } from "../../shared/faults.ts";
import type { FetchOptions } from "../limits.ts";
import { type Judgement, parseWait, retry, type UnansweredError } from "../retry.ts";
import { type ContentfulContent, entriesAnswer, localesAnswer } from "./answer.ts";
import { makeVisible } from "./cleanText.ts";
import { webAppOf } from "./webApp.ts";

/**
 * Asks Contentful for the ten entries and all that they link to, in all locales, in one query: in more only when its
 * answer would be too big.
 * @throws FaultsError when it cannot be had, when a locale is missing, or when the answer is not what the API documents
 */
export async function fetchContent(
	environment: Pick<Environment, "contentful" | "entryIds">,
	{ limits, signal, log }: FetchOptions,
): Promise<ContentfulContent> {
	const { apiUrl, spaceId, environment: name, token, names } = environment.contentful;
	const { host, pathname, protocol } = new URL(apiUrl);
	// An agent of its own, since a request that was given up may go on, and would keep the process alive.
	const agent = new (protocol === "http:" ? http : https).Agent({ keepAlive: true });
	const service = `Contentful (${host})`;
	const ask = async <Schema extends z.ZodType>(
		what: string,
		schema: Schema,
		request: (client: ContentfulClientApi<undefined>) => Promise<unknown>,
	) => {
		// The client turns an error's headers, and what is not JSON, into nothing; its logger is the one place that shows them.
		let answered: Answered | undefined;
		const client = createClient({
			space: spaceId,
			environment: name,
			accessToken: token,
			host,
			basePath: pathname.replace(/^\/+/, ""),
			insecure: protocol === "http:",
			httpAgent: agent,
			httpsAgent: agent,
			timeout: limits.request,
			retryOnError: false,
			logHandler: () => {},
			responseLogger: (answer) => {
				const broken = answer instanceof Error;
				answered = { broken, response: (broken && "response" in answer ? answer.response : answer) as Answer };
			},
		});
		const attempt = () => {
			answered = undefined;
			return request(client);
		};
		const answer = await retry(attempt, {
			limits,
			timeout: limits.request,
			signal,
			judge: (error) => judge(error, answered, environment.contentful),
			log: (line) => log(`${service}: ${line}`),
		}).catch((error: UnansweredError) => {
			const Kind = tooBig.test(error.message) ? TooBigError : FaultsError;
			throw new Kind([`${service} does not give the ${what}: ${error.message}.`]);
		});
		const parsed = schema.safeParse(answer);
		if (parsed.success) return parsed.data;
		const [issue] = parsed.error.issues;
		const where = issue?.path.join(".") || "the answer as a whole";
		throw new FaultsError([
			`${service} answers something else than the API documents for the ${what}: ${where}, ${issue?.message}. Check ${names.apiUrl}.`,
		]);
	};

	const askEntries = async (ids: string[]): Promise<z.infer<typeof entriesAnswer>[]> => {
		const answer = ask("entries", entriesAnswer, (client) =>
			client.withAllLocales.withoutLinkResolution.getEntries({
				"sys.id[in]": ids,
				include: 10,
				limit: ids.length,
			}),
		);
		try {
			return [await answer];
		} catch (error) {
			if (!(error instanceof TooBigError) || ids.length < 2) throw error;
			log(`${service}: too much for one answer; asking for ${ids.length} entries in two halves`);
			const middle = Math.ceil(ids.length / 2);
			const halves = await settleAll([askEntries(ids.slice(0, middle)), askEntries(ids.slice(middle))]);
			return halves.flat();
		}
	};
	const [locales, answers] = await settleAll([
		ask("locales", localesAnswer, (client) => client.getLocales()),
		askEntries(Object.values(environment.entryIds)),
	]).finally(() => agent.destroy());
	const codes = locales.items.map((locale) => locale.code);
	const absent = localeCodes.filter((code) => !codes.includes(code));
	if (absent.length > 0) {
		throw new FaultsError(
			absent.map(
				(code) =>
					`The Contentful space "${spaceId}" has no locale ${code} (it has ${codes.join(", ")}). Add it under Settings, Locales: ${webAppOf(environment.contentful)}/settings/locales`,
			),
		);
	}
	const byId = <Item extends { sys: { id: string } }>(items: Item[]) =>
		new Map(items.map((item) => [item.sys.id, item]));
	return {
		entries: byId(answers.flatMap(({ includes, items }) => [...(includes?.Entry ?? []), ...items])),
		assets: byId(answers.flatMap(({ includes }) => includes?.Asset ?? [])),
		locales: locales.items,
	};
}

/** Documented nowhere but in the answer itself, with status 400. */
const tooBig = /response size too big/i;

/** More was asked for than fits into one answer (7 MB: https://www.contentful.com/developers/docs/technical-limits/). */
class TooBigError extends FaultsError {}

type Answer = { status?: number; headers?: Record<string, unknown>; data?: unknown };
/** `broken` when the answer is no success, or is not whole. */
type Answered = { broken: boolean; response: Answer };

/** https://www.contentful.com/developers/docs/references/errors/ */
function judge(error: unknown, answered: Answered | undefined, { token, names }: Environment["contentful"]): Judgement {
	const { status, headers, data } = answered?.response ?? {};
	const after = parseWait(headers?.["x-contentful-ratelimit-reset"]) ?? parseWait(headers?.["retry-after"]);
	if (status === undefined) {
		const code = (error as NodeJS.ErrnoException).code;
		const reason = code === "ECONNABORTED" ? "no answer in time" : `no connection (${code ?? "broken off"})`;
		// Anything else than a failed request is a fault of ours and must be seen as it is.
		if ((error as { isAxiosError?: boolean }).isAxiosError) return { transient: true, reason };
		return { transient: false, reason: error instanceof Error ? error.message : String(error) };
	}
	if (status < 400) {
		if (answered?.broken) return { transient: true, reason: "no connection (broken off)" };
		if (!data || typeof data !== "object") {
			return { transient: false, reason: `its answer is not JSON. Check ${names.apiUrl}` };
		}
		return { transient: false, reason: error instanceof Error ? error.message : String(error) };
	}
	if (status === 429) return { transient: true, reason: "too many requests (429)", after };
	if (status >= 500) return { transient: true, reason: `the service is out of order (${status})`, after };
	if (status === 401 || status === 403) {
		return {
			transient: false,
			reason: `it refuses the access token (${status}). Check ${names.token}, and that it is one of the space CONTENTFUL_SPACE_ID`,
		};
	}
	if (status === 404) {
		return {
			transient: false,
			reason:
				"it does not know the space or the environment (404). Check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT",
		};
	}
	return {
		transient: false,
		reason: `it refuses the request (${[status, reasonIn(data, token)].filter(Boolean).join(": ")})`,
	};
}

/** What an error's answer says in words, short and without anything that could be a token. */
function reasonIn(answer: unknown, token: string): string {
	const { message } = (answer ?? {}) as { message?: unknown };
	if (typeof message !== "string") return "";
	const line = makeVisible(message.replaceAll(token, "…").replace(/\s+/g, " ").trim());
	// Contentful's tokens have 43 characters; Stripe's keys begin with their kind.
	return cutAtWord(line.replace(/\b[prs]k_\w+|[\w-]{32,}/g, "…"), 200).replace(/\.$/, "");
}
