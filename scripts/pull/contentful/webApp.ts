import type { Environment } from "../../../site/environment.server.ts";

/**
 * The address of a space in the web app, which spaces in the EU have apart from all others:
 * https://www.contentful.com/developers/docs/infrastructure/eu-data-residency/
 */
export function webAppOf({ apiUrl, spaceId }: Pick<Environment["contentful"], "apiUrl" | "spaceId">): string {
	const inEurope = /^(cdn|preview)\.eu\.contentful\.com$/.test(new URL(apiUrl).hostname);
	return `https://app.${inEurope ? "eu." : ""}contentful.com/spaces/${spaceId}`;
}
