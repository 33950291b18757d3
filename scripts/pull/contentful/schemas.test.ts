import { expect, test } from "vitest";
import { parseAssetFile } from "./schemas.ts";

test.each([
	["//images.ctfassets.net/a.jpg", "http://images.ctfassets.net/a.jpg"],
	["https://images.ctfassets.net/a.jpg", "https://images.ctfassets.net/a.jpg"],
	["file:///etc/passwd", undefined],
	["data:image/png;base64,AAAA", undefined],
	["/a.jpg", undefined],
	["//", undefined],
	[7, undefined],
])("the file address %j of an asset, from a service without TLS, is %s", (url, address) => {
	const contentful = { apiUrl: "http://127.0.0.1:1" } as Parameters<
		typeof parseAssetFile
	>[1]["contentful"];
	expect(parseAssetFile({ url }, { contentful })?.address).toBe(address);
});
