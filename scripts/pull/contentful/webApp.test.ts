import { expect, test } from "vitest";
import { webAppOf } from "./webApp.ts";

test.each([
	["https://cdn.contentful.com", "https://app.contentful.com/spaces/q7"],
	["https://preview.contentful.com", "https://app.contentful.com/spaces/q7"],
	["https://cdn.eu.contentful.com", "https://app.eu.contentful.com/spaces/q7"],
	["https://preview.eu.contentful.com", "https://app.eu.contentful.com/spaces/q7"],
	["https://cdn.eu.contentful.com.example", "https://app.contentful.com/spaces/q7"],
	["http://127.0.0.1:4010", "https://app.contentful.com/spaces/q7"],
])("content of %s is edited at %s", (apiUrl, address) => {
	expect(webAppOf({ apiUrl, spaceId: "q7" })).toBe(address);
});
