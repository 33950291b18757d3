import { expect, test } from "vitest";
import type { Snapshot } from "../../content/snapshot.ts";
import { varyContent } from "./varyContent.ts";

const snapshot = {
	locale: "ru",
	home: {
		heroTitle: { value: "Eat well" },
		heroAidList: [{ value: "one thing" }, { value: "another" }],
		heroImages: [{ src: "/media/a-3.jpg", title: { value: "A bowl" }, width: 3, height: 2 }],
		reviews: [
			{
				id: "a",
				review: { blocks: [{ type: "heading", id: "h", level: 2, content: [{ type: "text", value: "So so" }] }] },
			},
			{ id: "b" },
		],
	},
	packages: { packages: [{ id: "p", price: { amount: 100, currency: "gbp" }, stripeOneTimePaymentLink: "https://x" }] },
} as unknown as Snapshot;

test("the shortest content has a word of each text and one of each list", () => {
	expect(varyContent(snapshot, "shortest")).toEqual({
		locale: "ru",
		home: {
			heroTitle: { value: "Eat" },
			heroAidList: [{ value: "one" }],
			heroImages: snapshot.home.heroImages,
			reviews: [
				{
					id: "a",
					review: { blocks: [{ type: "heading", id: "h", level: 2, content: [{ type: "text", value: "So" }] }] },
				},
			],
		},
		packages: {
			packages: [{ id: "p", price: { amount: 500, currency: "gbp" }, stripeOneTimePaymentLink: "https://x" }],
		},
	});
});

test("the longest content has every text twice, every entry twice, and no id twice", () => {
	const { home, packages } = varyContent(snapshot, "longest");
	expect(home.heroTitle).toEqual({ value: "Eat well Eat well" });
	expect(home.heroAidList).toEqual([{ value: "one thing one thing" }, { value: "another another" }]);
	expect(home.heroImages).toEqual(snapshot.home.heroImages);
	expect(home.reviews.map(({ id }) => id.charAt(0)).join("")).toBe("abab");
	const ids = JSON.stringify(home).match(/"id":"[^"]+"/g) ?? [];
	expect(new Set(ids).size).toBe(ids.length);
	expect(packages.packages.map(({ price }) => price.amount)).toEqual([1_234_567, 1_234_567]);
});
