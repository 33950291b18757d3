import type { PlainClientAPI } from "contentful-management";
import { expect, test } from "vitest";
import type { ProvisioningSettings } from "../../environment/environment.server.ts";
import { fetchVariables } from "./planAccess.ts";

const apiKey = {
	name: "Website",
	accessToken: "delivery",
	preview_api_key: { sys: { id: "preview" } },
};
const client = {
	apiKey: { getMany: async () => ({ items: [apiKey], total: 1 }) },
	previewApiKey: { get: async () => ({ accessToken: "drafts" }) },
} as unknown as PlainClientAPI;
const variables = {
	CONTENTFUL_SPACE_ID: "space",
	CONTENTFUL_DELIVERY_TOKEN: "delivery",
	CONTENTFUL_PREVIEW_TOKEN: "drafts",
};
const inEurope = {
	CONTENTFUL_API_URL: "https://cdn.eu.contentful.com",
	CONTENTFUL_PREVIEW_URL: "https://preview.eu.contentful.com",
};

test.each([
	["https://api.contentful.com", {}],
	["https://api.eu.contentful.com", inEurope],
])(
	"a site whose space is managed at %s reads it with the variables %j besides",
	async (apiUrl, others) => {
		const given = { apiUrl, spaceId: "space", environment: "master" } as ProvisioningSettings;
		expect(await fetchVariables(client, given, undefined)).toEqual({ ...variables, ...others });
	},
);
