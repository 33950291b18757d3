import { expect, test, vi } from "vitest";
import type { ProvisioningSettings } from "../../environment/environment.server.ts";
import { connectSpace } from "./connectSpace.ts";

test.each([
	["api.contentful.com", "upload.contentful.com"],
	["api.eu.contentful.com", "upload.eu.contentful.com"],
])("files for a space at %s are uploaded to %s", async (host, uploadHost) => {
	const refusal = new Response("{}", { status: 401 });
	const send = vi.spyOn(globalThis, "fetch").mockResolvedValue(refusal);
	const settings = { apiUrl: `https://${host}`, token: "token", spaceId: "space" };
	const client = connectSpace(settings as ProvisioningSettings);
	await expect(client.upload.create({}, { file: "content" })).rejects.toThrow();
	expect(send.mock.calls[0]?.[0]).toHaveProperty("url", expect.stringContaining(uploadHost));
});
