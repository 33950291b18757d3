import { createClient } from "contentful";
import { z } from "zod";
import type { Place } from "../../../content/formatFinding.ts";
import { localeCodes } from "../../../content/locales.ts";
import type { Environment } from "../../../environment/environment.server.ts";
import type { FetchOptions } from "../limits.ts";
import { createFaultsError, Problem } from "../problem.ts";
import { formatSpaceUrl } from "../report.ts";
import { requestService } from "../requestService.ts";
import {
	type ContentfulData,
	type ContentfulItem,
	entryList,
	spaceLocale,
} from "./contentfulData.ts";

/**
 * Size of a response, in bytes, from which on each page entry is fetched alone. Contentful refuses a response of more than
 * 7,340,032 bytes: https://www.contentful.com/developers/docs/technical-limits/
 */
const largeResponseBytes = 5_500_000;

/**
 * Fetches the page entries (`entryIds`) and everything that they link to, in all locales. In a preview, these include
 * drafts, because `contentful` is then Contentful's preview API.
 * @throws FaultsError when a request fails, a locale is missing, or a response is invalid
 */
export async function fetchContent(
	{ contentful, entryIds }: Pick<Environment, "contentful" | "entryIds">,
	{ limits, signal, log }: FetchOptions,
): Promise<ContentfulData> {
	const { host, protocol } = new URL(contentful.apiUrl);
	const client = createClient({
		space: contentful.spaceId,
		environment: contentful.environment,
		accessToken: contentful.token,
		host,
		insecure: protocol === "http:",
		timeout: limits.requestTimeoutMs,
		// The client retries after faults of the connection, 429 and 5xx.
		retryLimit: limits.maxRetries,
		// All requests to services use Node's `fetch`, so that Node's own settings of proxies apply to all of them:
		// https://nodejs.org/api/cli.html#node_use_env_proxy1. The client's default adapter always uses `HTTP_PROXY`.
		adapter: "fetch",
		logHandler: (_, message) => log(`Contentful: ${message}`),
	});
	const largeIds: string[] = [];

	/** Fetches entries and all that they link to, with one request, or with one for each when they are large together. */
	async function fetchEntries(ids: string[]): Promise<unknown[]> {
		const isSingle = ids.length === 1;
		const response = await client.withAllLocales.withoutLinkResolution.withLocaleBasedPublishing
			.getEntries({ "sys.id[in]": ids, include: 10, limit: ids.length })
			.catch((error: Error) => {
				if (isSingle || !error.message.includes("Response size too big")) throw error;
			});
		// Contentful indents its responses, which counts.
		const text = response && JSON.stringify(response, undefined, 2);
		if (text && Buffer.byteLength(text) <= largeResponseBytes) return [response];
		if (!isSingle) return (await Promise.all(ids.map((id) => fetchEntries([id])))).flat();
		largeIds.push(...ids);
		return [response];
	}

	const [{ items: locales }, lists] = await requestService({
		service: `Contentful (${host})`,
		schema: z.tuple([z.object({ items: z.array(spaceLocale) }), z.array(entryList)]),
		response: Promise.all([client.getLocales(), fetchEntries(Object.values(entryIds))]),
		variable: contentful.tokenName,
		problems: { 404: new Problem("spaceUnknown") },
		deadline: signal,
	});
	const codes = locales.map(({ code }) => code);
	if (!localeCodes.every((code) => codes.includes(code))) {
		const url = `${formatSpaceUrl(contentful)}/settings/locales`;
		const place: Place = { type: "variable", id: "CONTENTFUL_SPACE_ID", url };
		const values = { found: codes.join(", "), wanted: localeCodes.join(", ") };
		throw createFaultsError(new Problem("localesMissing", values), [place]);
	}
	const entries = mapById(
		lists.flatMap(({ items, includes }) => [...(includes?.Entry ?? []), ...items]),
	);
	const assets = mapById(lists.flatMap(({ includes }) => includes?.Asset ?? []));
	return { entries, assets, locales, largeIds };
}

function mapById(items: ContentfulItem[]): Map<string, ContentfulItem> {
	return new Map(items.map((item) => [item.sys.id, item]));
}
