import type { Agent } from "node:http";
import { type ContentfulClientApi, createClient } from "contentful";
import type { z } from "zod";
import { type Locale, localeCodes } from "../../../content/locales.ts";
import { cutAtWord } from "../../../content/plainText.ts";
import type { Environment } from "../../../site/environment.server.ts";
import { FaultsError, settleAll } from "../../shared/faults.ts";
import { agentFor, askService } from "../answers.ts";
import type { FetchOptions } from "../limits.ts";
import { webAppOf } from "../report.ts";
import { type Judgement, parseWait } from "../retry.ts";
import { type ContentfulContent, entriesAnswer, localesAnswer } from "./answer.ts";
import { makeVisible } from "./cleanText.ts";
import { clientOptions } from "./client.ts";
import { dropUnpublished } from "./dropUnpublished.ts";

/**
 * Asks Contentful for the ten entries and all that they link to, in all locales, in one query: in more only when its
 * answer would be too big.
 * @throws FaultsError when it cannot be had, when a locale is missing, or when the answer is not what the API documents
 */
export async function fetchContent(
	environment: Pick<Environment, "contentful" | "entryIds" | "preview">,
	options: FetchOptions,
): Promise<ContentfulContent> {
	const { contentful, entryIds, preview } = environment;
	const agent = agentFor(contentful.apiUrl);
	const ask = asker(contentful, agent, options);
	const [locales, answers] = await settleAll([
		ask("locales", localesAnswer, (client) => client.getLocales()),
		askEntries(Object.values(entryIds), ask, options.log),
	]).finally(() => agent.destroy());
	const codes = locales.items.map((locale) => locale.code);
	const absent = localeCodes.filter((code) => !codes.includes(code));
	if (absent.length > 0) {
		const settings = `${webAppOf(contentful)}/settings/locales`;
		const has = `(it has ${codes.join(", ")}). Add it under Settings, Locales: ${settings}`;
		throw new FaultsError(
			absent.map((code) => `The Contentful space "${contentful.spaceId}" has no locale ${code} ${has}`),
		);
	}
	const byId = <Item extends { sys: { id: string } }>(items: Item[]) =>
		new Map(items.map((item) => [item.sys.id, item]));
	const content = {
		entries: byId(answers.flatMap(({ includes, items }) => [...(includes?.Entry ?? []), ...items])),
		assets: byId(answers.flatMap(({ includes }) => includes?.Asset ?? [])),
		unpublished: new Map<string, Locale[]>(),
		locales: locales.items,
	};
	return preview ? content : dropUnpublished(content);
}

type Ask = <Schema extends z.ZodType>(
	what: string,
	schema: Schema,
	request: (client: ContentfulClientApi<undefined>) => Promise<unknown>,
) => Promise<z.infer<Schema>>;

/** Makes what asks Contentful until it answers, and checks the answer. */
function asker(contentful: Environment["contentful"], agent: Agent, options: FetchOptions): Ask {
	return (what, schema, request) => {
		// The client turns an error's headers, and what is not JSON, into nothing; its logger is the one place that shows them.
		let answered: Answered | undefined;
		const client = createClient({
			...clientOptions(contentful, options.limits.request),
			httpAgent: agent,
			httpsAgent: agent,
			responseLogger: (answer) => {
				const broken = answer instanceof Error;
				answered = { broken, response: (broken && "response" in answer ? answer.response : answer) as Answer };
			},
		});
		const attempt = () => {
			answered = undefined;
			return request(client);
		};
		const service = `Contentful (${new URL(contentful.apiUrl).host})`;
		const question = { service, what, schema, variable: contentful.names.apiUrl };
		const judgeThis = (error: unknown) => judge(error, answered, contentful);
		return askService({ ...question, request: attempt, judge: judgeThis }, options);
	};
}

async function askEntries(ids: string[], ask: Ask, log: FetchOptions["log"]): Promise<z.infer<typeof entriesAnswer>[]> {
	const query = { "sys.id[in]": ids, include: 10, limit: ids.length } as const;
	try {
		return [
			await ask("entries", entriesAnswer, (client) =>
				client.withAllLocales.withoutLinkResolution.withLocaleBasedPublishing.getEntries(query),
			),
		];
	} catch (error) {
		if (!tooBig.test((error as Error).message) || ids.length < 2) throw error;
		log(`Contentful: too much for one answer; asking for ${ids.length} entries in two halves`);
		const middle = Math.ceil(ids.length / 2);
		const halves = [ids.slice(0, middle), ids.slice(middle)].map((half) => askEntries(half, ask, log));
		return (await settleAll(halves)).flat();
	}
}

/**
 * More was asked for than fits into one answer (7 MB: https://www.contentful.com/developers/docs/technical-limits/). The words
 * are documented nowhere but in the answer itself, with status 400.
 */
const tooBig = /response size too big/i;

type Answer = { status?: number; headers?: Record<string, unknown>; data?: unknown };
/** `broken` when the answer is no success, or is not whole. */
type Answered = { broken: boolean; response: Answer };

/** https://www.contentful.com/developers/docs/references/errors/ */
function judge(error: unknown, answered: Answered | undefined, { token, names }: Environment["contentful"]): Judgement {
	const { status, headers, data } = answered?.response ?? {};
	const after = parseWait(headers?.["x-contentful-ratelimit-reset"]) ?? parseWait(headers?.["retry-after"]);
	const passing = (reason: string): Judgement => ({ transient: true, reason, after });
	const lasting = (reason: string): Judgement => ({ transient: false, reason });
	// Anything else than a failed request is a fault of ours and must be seen as it is.
	const unknown = () => lasting(error instanceof Error ? error.message : String(error));
	if (status === undefined) {
		const { code, isAxiosError } = error as { code?: string; isAxiosError?: boolean };
		if (!isAxiosError) return unknown();
		return passing(code === "ECONNABORTED" ? "no answer in time" : `no connection (${code ?? "broken off"})`);
	}
	if (status < 400) {
		if (answered?.broken) return passing("no connection (broken off)");
		return data && typeof data === "object" ? unknown() : lasting(`its answer is not JSON. Check ${names.apiUrl}`);
	}
	if (status === 429) return passing("too many requests (429)");
	if (status >= 500) return passing(`the service is out of order (${status})`);
	if (status === 401 || status === 403) {
		const check = `Check ${names.token}, and that it is one of the space CONTENTFUL_SPACE_ID`;
		return lasting(`it refuses the access token (${status}). ${check}`);
	}
	if (status === 404) {
		const check = "Check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT";
		return lasting(`it does not know the space or the environment (404). ${check}`);
	}
	return lasting(`it refuses the request (${[status, reasonIn(data, token)].filter(Boolean).join(": ")})`);
}

/** What an error's answer says in words, short and without anything that could be a token. */
function reasonIn(answer: unknown, token: string): string {
	const { message } = (answer ?? {}) as { message?: unknown };
	if (typeof message !== "string") return "";
	const line = makeVisible(message.replaceAll(token, "…").replace(/\s+/g, " ").trim());
	// Contentful's tokens have 43 characters; Stripe's keys begin with their kind.
	return cutAtWord(line.replace(/\b[prs]k_\w+|[\w-]{32,}/g, "…"), 200).replace(/\.$/, "");
}
