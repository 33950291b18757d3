import { expect, test, vi } from "vitest";
import type { ProvisioningSettings } from "../../environment/environment.server.ts";
import { connectSpace } from "./connectSpace.ts";

test.each([
	["api.contentful.com", "upload.contentful.com"],
	["api.eu.contentful.com", "upload.eu.contentful.com"],
	["proxy.invalid", "proxy.invalid"],
])("files for a space that is managed at %s are uploaded to %s", async (host, uploadHost) => {
	const send = vi
		.spyOn(globalThis, "fetch")
		.mockRejectedValue(new Error("The request is not sent."));
	const given = {
		apiUrl: `https://${host}`,
		token: "token",
		spaceId: "space",
		environment: "master",
	};
	const client = connectSpace(given as ProvisioningSettings, {
		throttle: 0,
		retryLimit: 0,
		processingWaitMs: 0,
	});
	await expect(client.upload.create({}, { file: "content" })).rejects.toThrow();
	const [request] = send.mock.calls[0] ?? [];
	expect(new URL((request as Request).url).hostname).toBe(uploadHost);
});
