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
