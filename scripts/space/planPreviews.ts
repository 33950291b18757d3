import type { PlainClientAPI } from "contentful-management";
import type { ContentType } from "../../content/fields.ts";
import { type Locale, localeCodes, locales } from "../../content/locales.ts";
import { itemTypes, pageEntries } from "../../content/model.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import type { ProvisioningSettings } from "../../environment/environment.server.ts";
import { sendToContentful } from "./connectSpace.ts";
import { type SpaceWrite, toStatus } from "./spaceWrites.ts";

type Configuration = {
	entityType?: string;
	contentType?: string;
	entityId?: string;
	url: string;
	enabled: boolean;
};
type PreviewEnvironment = {
	name: string;
	sys: { id: string; version: number };
	configurations: Configuration[];
};

/**
 * Plans the writes that set up a content preview for each language. Contentful does not document this API, but a
 * Terraform provider uses it: https://github.com/cysp/terraform-provider-contentful
 * @param typeIds ids of content types in the space. The keys are the types' names in the content model.
 */
export async function planPreviews(
	client: PlainClientAPI,
	{ spaceId, previewUrl }: ProvisioningSettings,
	typeIds: Record<string, string> = {},
): Promise<SpaceWrite[]> {
	if (!previewUrl) return [];
	const path = `/spaces/${spaceId}/preview_environments`;
	const alternative = "(docs/provision.md says how to do without: leave PREVIEW_KEY out)";
	const { items } = await sendToContentful(`show the content previews ${alternative}`, () =>
		client.raw.get<{ items: PreviewEnvironment[] }>(`${path}?limit=100`),
	);
	return localeCodes.map((locale) => {
		const name = `Website, ${locales[locale].name}`;
		const current = items.find((item) => item.name === name);
		const configurations = Object.keys({ ...pageEntries, ...itemTypes }).map((typeName) => ({
			entityType: "ContentType",
			entityId: typeIds[typeName] ?? typeName,
			url: previewAddress(typeName, locale, previewUrl),
			enabled: true,
		}));
		const body = { name, description: "Drafts, beside the entry", configurations };
		return {
			status: toStatus({
				exists: current !== undefined,
				isEqual: hasConfigurations(current, configurations),
			}),
			action: `set up the content preview "${name}" ${alternative}`,
			run: () => {
				if (!current) return client.raw.post(path, body);
				const headers = { "X-Contentful-Version": current.sys.version };
				return client.raw.put(`${path}/${current.sys.id}`, body, { headers });
			},
		};
	});
}

function hasConfigurations(
	current: PreviewEnvironment | undefined,
	wanted: Configuration[],
): boolean {
	if (!current) return false;
	return wanted.every(({ entityId, url }) =>
		current.configurations.some((one) => {
			const typeId = one.contentType ?? one.entityId;
			return typeId === entityId && one.url === url && one.enabled;
		}),
	);
}

/**
 * Returns the preview address for a content type, such as `https://…/consultations#{entry.sys.id}` for `consultation`.
 * Contentful inserts the id of the entry.
 * @param home address of the home page's preview
 */
function previewAddress(typeName: string, locale: Locale, home: string): string {
	const hasListOfType = ({ fields }: ContentType) =>
		Object.values(fields).some(({ itemType }) => itemType === typeName);
	const pages = Object.entries<ContentType>(pageEntries);
	const [parent] = pages.find(([, page]) => hasListOfType(page)) ?? [];
	// Entries that every page shows, such as the newsletter entry, are previewed on the home page.
	const route = routeNames.find((name) => name === (parent ?? typeName)) ?? "home";
	const section = parent ? "#{entry.sys.id}" : "";
	return home + pathOf(route, locale) + section;
}
