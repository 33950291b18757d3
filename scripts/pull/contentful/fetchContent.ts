import { createClient } from "contentful";
import { z } from "zod";
import { localeCodes } from "../../../content/locales.ts";
import type { Environment } from "../../../environment/environment.server.ts";
import { FaultsError } from "../../shared/faults.ts";
import type { FetchOptions } from "../limits.ts";
import { formatSpaceUrl } from "../report.ts";
import { requestService } from "../requestService.ts";
import { createDeliveryCheck } from "./createDeliveryCheck.ts";
import {
	type ContentfulData,
	type ContentfulItem,
	entriesSchema,
	localesSchema,
	type SpaceLocale,
} from "./schemas.ts";

type ContentfulSettings = Environment["contentful"];

/**
 * Fetches the page entries (`entryIds`) and everything that they link to, in all locales. In a preview, these include
 * drafts, because `contentful` is then Contentful's preview API.
 * @throws FaultsError when a request fails, a locale is missing, or a response is invalid
 */
export async function fetchContent(
	{ contentful, entryIds }: Pick<Environment, "contentful" | "entryIds">,
	options: FetchOptions,
): Promise<ContentfulData> {
	const client = createContentfulClient(contentful, options);
	const ids = Object.values(entryIds);
	const query = { "sys.id[in]": ids, include: 10, limit: ids.length } as const;
	const check = `Check ${contentful.names.token}, and that it is one of the space CONTENTFUL_SPACE_ID`;
	const request = {
		service: `Contentful (${new URL(contentful.apiUrl).host})`,
		schema: z.tuple([localesSchema, entriesSchema]),
		response: Promise.all([
			client.getLocales(),
			client.withAllLocales.withoutLinkResolution.withLocaleBasedPublishing.getEntries(query),
		]),
		refusals: {
			401: `it refuses the access token (401). ${check}`,
			403: `it refuses the access token (403). ${check}`,
			404: "it does not know the space or the environment (404). Check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT",
		},
	};
	const [locales, { items, includes }] = await requestService(request, options.signal);
	requireLocales(locales.items, contentful);
	const contentfulData = {
		entries: mapById([...(includes?.Entry ?? []), ...items]),
		assets: mapById(includes?.Asset ?? []),
		locales: locales.items,
	};
	options.recordDelivery?.(createDeliveryCheck(contentfulData, ids));
	return contentfulData;
}

/** Creates a client that retries after faults of the connection, 429 and 5xx, and logs that. */
function createContentfulClient(
	{ apiUrl, spaceId, environment, token }: ContentfulSettings,
	{ limits, log }: FetchOptions,
) {
	const { host, pathname, protocol } = new URL(apiUrl);
	return createClient({
		space: spaceId,
		environment,
		accessToken: token,
		host,
		basePath: pathname.replace(/^\/+/, ""),
		insecure: protocol === "http:",
		timeout: limits.requestTimeoutMs,
		retryLimit: limits.maxRetries,
		// All requests to services use Node's `fetch`, so that Node's own settings of proxies apply to all of them:
		// https://nodejs.org/api/cli.html#node_use_env_proxy1. The client's default adapter always uses `HTTP_PROXY`.
		adapter: "fetch",
		logHandler: (_, message) => log(`Contentful: ${message}`),
	});
}

function mapById(items: ContentfulItem[]): Map<string, ContentfulItem> {
	return new Map(items.map((item) => [item.sys.id, item]));
}

/** @throws FaultsError when the space lacks a locale of the site */
function requireLocales(spaceLocales: SpaceLocale[], contentful: ContentfulSettings): void {
	const codes = spaceLocales.map(({ code }) => code);
	if (localeCodes.every((code) => codes.includes(code))) return;
	const space = `The Contentful space "${contentful.spaceId}" has the locales ${codes.join(", ")}`;
	const settings = `${formatSpaceUrl(contentful)}/settings/locales`;
	throw new FaultsError([
		`${space}, and the site needs ${localeCodes.join(" and ")}. Add them: ${settings}`,
	]);
}
