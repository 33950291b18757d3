import { expect, test } from "vitest";
import { pageEntryNames } from "../../content/model.ts";
import { parseEnvironment } from "../../site/environment.server.ts";
import { withServices } from "./withServices.ts";

test("the demo has its own entry ids, whatever is set for a space that has no keys yet", async () => {
	const environment = parseEnvironment({ CONTENTFUL_ENTRY_IDS: '{"home":"5KsDBWseXY6QegucYAoacS"}' });
	const { entryIds, demo } = await withServices(environment, async (reachable) => reachable);
	expect(demo).toBe(true);
	expect(entryIds).toEqual(Object.fromEntries(pageEntryNames.map((name) => [name, name])));
});

test("real content is read with the environment as it is", async () => {
	const keys = { CONTENTFUL_SPACE_ID: "space", CONTENTFUL_DELIVERY_TOKEN: "token", STRIPE_API_KEY: "rk_live" };
	const environment = parseEnvironment(keys);
	expect(await withServices(environment, async (reachable) => reachable)).toBe(environment);
});
