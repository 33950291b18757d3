import { type ContentfulClientApi, createClient } from "contentful";
import { z } from "zod";
import { localeCodes } from "../../../content/locales.ts";
import type { Environment } from "../../../environment/environment.server.ts";
import { FaultsError } from "../../shared/faults.ts";
import type { FetchOptions } from "../limits.ts";
import { formatSpaceUrl } from "../report.ts";
import { requestService } from "../requestService.ts";
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
	const { apiUrl, names } = contentful;
	const client = createClient(createClientOptions(contentful, options));
	const check = `Check ${names.token}, and that it is one of the space CONTENTFUL_SPACE_ID`;
	const request = {
		service: `Contentful (${new URL(apiUrl).host})`,
		schema: z.tuple([localesSchema, z.array(entriesSchema)]),
		response: Promise.all([
			client.getLocales(),
			fetchEntries(Object.values(entryIds), client, options.log),
		]),
		refusals: {
			401: `it refuses the access token (401). ${check}`,
			403: `it refuses the access token (403). ${check}`,
			404: "it does not know the space or the environment (404). Check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT",
		},
	};
	const [locales, responses] = await requestService(request, options.signal);
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

/**
 * Fetches entries and everything that they link to. Fetches the entries in two halves when one response would be too
 * big.
 */
async function fetchEntries(
	ids: string[],
	client: ContentfulClientApi<undefined>,
	log: FetchOptions["log"],
): Promise<unknown[]> {
	const query = { "sys.id[in]": ids, include: 10, limit: ids.length } as const;
	const { withLocaleBasedPublishing } = client.withAllLocales.withoutLinkResolution;
	try {
		return [await withLocaleBasedPublishing.getEntries(query)];
	} catch (error) {
		const isTooBig = tooBigMessage.test((error as Error).message);
		if (!isTooBig || ids.length < 2) throw error;
		log(`Contentful: too much for one answer; asking for ${ids.length} entries in two halves`);
		const middle = Math.ceil(ids.length / 2);
		const halves = [ids.slice(0, middle), ids.slice(middle)].map((half) =>
			fetchEntries(half, client, log),
		);
		return (await Promise.all(halves)).flat();
	}
}

/**
 * Matches the message of Contentful's error 400 for a response over 7 MB. Contentful documents the limit
 * (https://www.contentful.com/developers/docs/technical-limits/) but not the message.
 */
const tooBigMessage = /response size too big/i;
