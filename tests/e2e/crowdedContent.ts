import type { RichTextValue, Snapshot } from "../../content/snapshot.ts";
import { lengthenContent } from "../contents.ts";

const sentence =
	"Спокойное пищеварение, крепкий сон и ясная голова после сорока пяти лет и без запретов ";
const take = (length: number): string => sentence.repeat(8).slice(0, length).trim();

const richTextOf = (value: string): RichTextValue => ({
	blocks: [{ type: "paragraph", content: [{ type: "text", value }] }],
});

/** Returns copies of the first item of a list, with the ids `<name>-0`, `<name>-1` and so on. */
function repeatFirst<Item extends { id: string }>(
	[first]: readonly Item[],
	name: string,
	count: number,
): Item[] {
	if (!first) throw new Error("The list is empty.");
	return Array.from({ length: count }, (_, index) => ({ ...first, id: `${name}-${index}` }));
}

/** Returns a copy of the Russian content with long texts, long lists, and items that lack optional values. */
export function crowdContent(content: Snapshot): Snapshot {
	const long = lengthenContent(content, 2);
	return {
		...long,
		home: crowdHome(long.home),
		// A long text beside the portrait.
		about: {
			...lengthenContent(content, 6).about,
			title: { value: take(45) },
			subtitle: richTextOf(take(200)),
		},
		packages: { ...long.packages, packages: mixPackages(content.packages.packages) },
		functionalTests: {
			...long.functionalTests,
			dnaTests: mixDnaTests(long.functionalTests.dnaTests),
			withoutTesting: { value: "До исследования, наугад" },
			withTesting: { value: "После исследования, с понятным планом" },
		},
		appShell: {
			...long.appShell,
			registration: { value: take(70) },
			contactEmail: "hello@nutrition-at-home.example",
			whatsappUrl: "https://wa.me/447700900123",
			telegramUrl: "https://t.me/clinic",
		},
	};
}

/** Long texts in the first screen, twelve commitments, six pictures, and an icon that needs a dark backdrop. */
function crowdHome(home: Snapshot["home"]): Snapshot["home"] {
	const [picture] = home.heroImages;
	const [icon, ...otherIcons] = home.socialMedia;
	if (!picture || !icon) throw new Error("The home page has no picture or no icon.");
	return {
		...home,
		heroTitle: { value: take(50) },
		heroTitleAccent: { value: take(40) },
		heroDescription: richTextOf(take(400)),
		heroImages: [
			picture,
			...[1, 2, 3, 4, 5].map((count) => ({
				...picture,
				src: picture.src.replace("/media/", `/media/${"./".repeat(count)}`),
			})),
		],
		socialMedia: [{ ...icon, logo: { ...icon.logo, backdrop: "dark" } }, ...otherIcons],
		commitments: repeatFirst(home.commitments, "commitment", 12),
	};
}

type Packages = Snapshot["packages"]["packages"];

/** Four packages that differ in title, monthly payment, picture, currency and length of the text. */
function mixPackages([short, monthly, long]: Packages): Packages {
	if (!short || !monthly || !long?.description)
		throw new Error("There are fewer than three packages.");
	const blocks = Array.from({ length: 8 }, () => long.description?.blocks ?? []).flat();
	return [
		{ ...short, title: undefined },
		monthly,
		{ ...short, id: "euro", banner: undefined, price: { ...short.price, currency: "eur" } },
		{
			...long,
			id: "long",
			title: { value: "Долгое восстановление после операций на желудке и кишечнике" },
			description: { ...long.description, blocks },
		},
	];
}

/** Seven DNA tests: the first has no picture and a long price, the second has no price. */
function mixDnaTests(
	dnaTests: Snapshot["functionalTests"]["dnaTests"],
): Snapshot["functionalTests"]["dnaTests"] {
	const [first, second, ...others] = repeatFirst(dnaTests, "dna", 7);
	if (!first || !second) throw new Error("There are no DNA tests.");
	const price = { value: "from 199, with a long talk about results" };
	return [{ ...first, cover: undefined, price }, { ...second, price: undefined }, ...others];
}
