import type { PlainClientAPI } from "contentful-management";
import type { ContentType } from "../../content/fields.ts";
import { type Locale, localeCodes, locales } from "../../content/locales.ts";
import { listEntries, pageEntries } from "../../content/model.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import type { Provisioning } from "../../site/environment.server.ts";
import { ask } from "./connectSpace.ts";
import type { Step } from "./planContent.ts";

type Configuration = { contentType?: string; entityId?: string; url: string; enabled: boolean };
type PreviewEnvironment = { name: string; sys: { id: string; version: number }; configurations: Configuration[] };

/**
 * Compares the addresses under which Contentful's web app shows entries with those of a preview, a set for each language: an entry's page,
 * and on it the section of an entry of a list. Contentful documents no request for them: these are the ones of its web app, as others have
 * observed them (https://github.com/cysp/terraform-provider-contentful).
 */
export async function planPreviews(client: PlainClientAPI, { spaceId, previewUrl }: Provisioning): Promise<Step[]> {
	if (!previewUrl) return [];
	const path = `/spaces/${spaceId}/preview_environments`;
	const byHand = "(docs/provision.md says how to do without: leave PREVIEW_SITE_URL out)";
	const { items } = await ask(`show the content previews ${byHand}`, () =>
		client.raw.get<{ items: PreviewEnvironment[] }>(`${path}?limit=100`),
	);
	return localeCodes.map((locale) => {
		const name = `Website, ${locales[locale].name}`;
		const wanted = Object.keys({ ...pageEntries, ...listEntries }).map((entityId) => {
			return { entityType: "ContentType", entityId, url: addressOf(entityId, locale, previewUrl), enabled: true };
		});
		const old = items.find((item) => item.name === name);
		const isThere = wanted.every(({ entityId, url }) =>
			old?.configurations.some(
				(one) => (one.contentType ?? one.entityId) === entityId && one.url === url && one.enabled,
			),
		);
		const body = { name, description: "Drafts, beside the entry", configurations: wanted };
		return {
			is: isThere ? "there" : old ? "other" : "new",
			what: `set up the content preview "${name}" ${byHand}`,
			run: () =>
				old
					? client.raw.put(`${path}/${old.sys.id}`, body, { headers: { "X-Contentful-Version": old.sys.version } })
					: client.raw.post(path, body),
		};
	});
}

/** `consultation` → `https://…/consultations#{entry.sys.id}`: Contentful puts in the id of the entry. */
function addressOf(contentType: string, locale: Locale, origin: string): string {
	const lists = Object.entries<ContentType>(pageEntries);
	const page = lists.find(([, { fields }]) => Object.values(fields).some(({ of }) => of === contentType))?.[0];
	// What is around every page is seen on the home page.
	const route = routeNames.find((name) => name === (page ?? contentType)) ?? "home";
	return origin + pathOf(route, locale) + (page ? "#{entry.sys.id}" : "");
}
