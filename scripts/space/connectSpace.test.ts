import { expect, test, vi } from "vitest";
import { connectSpace } from "./connectSpace.ts";

test.each([
	["api.contentful.com", "upload.contentful.com"],
	["api.eu.contentful.com", "upload.eu.contentful.com"],
])("files for a space at %s are uploaded to %s", async (host, uploadHost) => {
	const refusal = new Response("{}", { status: 401 });
	const send = vi.spyOn(globalThis, "fetch").mockResolvedValue(refusal);
	const settings = { apiUrl: `https://${host}`, token: "token", environment: "master" };
	const space = { spaceId: "space", siteUrl: undefined, webhookSecret: undefined };
	const entryIds = {} as Parameters<typeof connectSpace>[0]["entryIds"];
	const client = connectSpace({ ...settings, ...space, entryIds });
	await expect(client.upload.create({}, { file: "content" })).rejects.toThrow();
	const [request] = send.mock.calls[0] ?? [];
	expect(new URL((request as Request).url).hostname).toBe(uploadHost);
});
