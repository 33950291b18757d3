import { expect, test } from "vitest";
import { createDeliveryCheck, describeDelivery } from "./createDeliveryCheck.ts";

const link = { sys: { type: "Link", linkType: "Entry", id: "linkedDraft" } };
const home = {
	sys: { type: "Entry", id: "home", revision: 4, updatedAt: "2026-11-28T10:00:00.000Z" },
} as const;
const entries = new Map([["home", { ...home, fields: { reviews: { "en-US": [link] } } }]]);
const isDelivered = createDeliveryCheck(
	describeDelivery({ entries, assets: new Map(), locales: [], largeIds: [] }, ["home", "about"]),
);

test.each<
	[change: string, id: string, revision: number, deletedAt: string | undefined, expected: boolean]
>([
	["a newer publication", "home", 5, undefined, false],
	["the same publication", "home", 4, undefined, true],
	["a page that is missing", "about", 1, undefined, false],
	["a linked entry that is missing", "linkedDraft", 1, undefined, false],
	["an entry that nothing links to", "unlinked", 1, undefined, true],
	["the deletion of an entry that is still there", "home", 5, "2026-11-28T10:00:01.000Z", false],
	[
		"the deletion of an entry that was published again",
		"home",
		3,
		"2026-11-28T09:59:59.000Z",
		true,
	],
])("%s", (_, id, revision, deletedAt, expected) => {
	expect(isDelivered({ type: "entry", id, revision, deletedAt })).toBe(expected);
});

test("an older file of a picture is not delivered yet", () => {
	const picture = {
		sys: { id: "picture", revision: 1, updatedAt: home.sys.updatedAt },
		fields: {},
	};
	const assets = new Map([["picture", picture]]);
	const data = { entries: new Map(), assets, locales: [], largeIds: [] };
	const isFileDelivered = createDeliveryCheck(describeDelivery(data, ["home"]));
	const state = { type: "asset", id: "picture", deletedAt: undefined } as const;
	expect([1, 2].map((revision) => isFileDelivered({ ...state, revision }))).toEqual([true, false]);
});
