import type { ContentType, Field } from "../content/fields.ts";
import {
	itemTypes,
	type ListEntryName,
	type PageEntryName,
	pageEntries,
	pageEntryNames,
} from "../content/model.ts";
import type { PageFacts } from "../content/pages.ts";
import type {
	Block,
	Inline,
	PictureValue,
	RichTextValue,
	Snapshot,
	TextValue,
} from "../content/snapshot.ts";

// Variants of a snapshot: long and short texts, many and few items, missing values, hostile values.

/** Value of a field in a snapshot. */
export type FieldValue = {
	/** Path of the value in the snapshot, such as `home.reviews[2].name`. */
	path: string;
	page: PageEntryName;
	/** Content type of the entry that contains the field. */
	owner: PageEntryName | ListEntryName;
	name: string;
	field: Field;
	value: unknown;
	/** Entry that contains the field. */
	entry: EntryFields;
};

type EntryFields = { id: string } & Record<string, unknown>;

/**
 * Yields the value of each field of the content model. A list of entries is yielded before the fields of its entries.
 */
export function* walkContent(snapshot: object): Generator<FieldValue> {
	const entries = snapshot as Record<PageEntryName, EntryFields>;
	for (const page of pageEntryNames)
		yield* walkEntry(entries[page], { page, owner: page, path: page });
}

type Place = Pick<FieldValue, "page" | "owner" | "path">;

function* walkEntry(entry: EntryFields, { page, owner, path }: Place): Generator<FieldValue> {
	const { fields }: ContentType = { ...pageEntries, ...itemTypes }[owner];
	for (const [name, field] of Object.entries(fields)) {
		const value = entry[name];
		yield { path: `${path}.${name}`, page, owner, name, field, value, entry };
		if (field.kind !== "entries") continue;
		for (const [index, part] of (value as EntryFields[]).entries()) {
			yield* walkEntry(part, {
				page,
				owner: field.itemType as ListEntryName,
				path: `${path}.${name}[${index}]`,
			});
		}
	}
}

/**
 * Removes the optional values for which `isLeftOut` returns true, and list entries without values, as `scripts/pull`
 * does.
 */
export function leaveOut(snapshot: Snapshot, isLeftOut: (value: FieldValue) => boolean): Snapshot {
	const copy = structuredClone(snapshot);
	for (const place of walkContent(copy)) {
		const { name, field, value, entry } = place;
		if (!field.required && isLeftOut(place)) entry[name] = Array.isArray(value) ? [] : undefined;
	}
	for (const { name, field, entry } of walkContent(copy)) {
		if (field.kind !== "entries") continue;
		const hasSomething = ({ id, updatedAt, ...fields }: EntryFields) =>
			Object.values(fields).some((value) => value);
		entry[name] = (entry[name] as EntryFields[]).filter(hasSomething);
	}
	return copy;
}

/** Returns the text of a page's only `h1`. */
export function headingOf(page: PageFacts, content: Snapshot): string {
	const parts = page.heading(content).map((part) => part?.value);
	return parts.filter(Boolean).join(" ");
}

/** Replaces each text that has letters, unlike a price, by `change(text)`, also inside formatted texts. */
export function rewriteTexts(snapshot: Snapshot, change: (text: string) => string): Snapshot {
	return JSON.parse(JSON.stringify(snapshot), (key, part) =>
		key === "value" && /\p{L}/u.test(part) ? change(part) : part,
	);
}

/** Makes all texts `times` times as long. */
export function lengthenContent(snapshot: Snapshot, times: number): Snapshot {
	return rewriteTexts(snapshot, (text) => Array.from({ length: times }, () => text).join(" "));
}

/** Gives each list of entries `count` entries: copies of its own, with unique ids and slugs. */
export function repeatEntries(snapshot: Snapshot, count: number): Snapshot {
	const copy = structuredClone(snapshot);
	for (const { name, field, value, entry } of walkContent(copy)) {
		const items = value as EntryFields[];
		if (field.kind !== "entries" || items.length === 0) continue;
		entry[name] = Array.from({ length: count }, (_, index) => {
			const copy = structuredClone(items[index % items.length]);
			if (index >= items.length && copy?.slug) copy.slug = `${copy.slug}-${index}`;
			return { ...copy, id: `${entry.id}-${name}-${index + 1}` };
		});
	}
	return copy;
}

/** Text with a word that is longer than a line, and that no hyphenation dictionary contains. */
const longWord = `A ${"w".repeat(270)} of letters`;

/** Puts a word of 270 letters into every text, and every kind of block into every formatted text. */
export function stretchContent(snapshot: Snapshot): Snapshot {
	const copy = rewriteTexts(snapshot, () => longWord);
	for (const { name, field, value, entry } of walkContent(copy)) {
		if (field.kind !== "richText") continue;
		const own = (value as RichTextValue | undefined)?.blocks ?? [];
		const more = copyBlocks(snapshot, `${entry.id}-${name}-long`, () => longWord);
		const blocks = [...own, ...more];
		entry[name] = { blocks };
	}
	return copy;
}

/** Texts that attack a page. If a page does not escape a text, the browser calls `attack()`. */
const attacks = [
	"</title></textarea></noscript></template></site-carousel></main></body></html><script>attack()</script>",
	"</script><script>attack()</script><![CDATA[<script>attack()</script>]]>",
	'"><img src=x onerror=attack()>',
	"'><img src=x onerror='attack()'>",
	'" autofocus onfocus="attack()" onpointerenter="attack()" x="',
	'<iframe srcdoc="<script>parent.attack()</script>"></iframe>',
	'<object data="javascript:attack()"></object><embed src="javascript:attack()">',
	'<base href="https://evil.example/"><link rel=stylesheet href=//evil.example/a.css>',
	'<meta http-equiv=refresh content="0;url=javascript:attack()">',
	'<a href="javascript:attack()" id="content">x</a>',
	"$& $1 $$ $` $' {page} {count} %s %00 %0d%0a",
	"&lt;script&gt;attack()&lt;/script&gt; &#60;script&#62; &quot;&apos;&amp;amp;",
	"\\u003cscript\\u003eattack()\\u003c/script\\u003e \\x3cscript\\x3e \\",
	"javascript:attack() __proto__ constructor toString",
];

/** Puts hostile values into all fields, in the language `lang` if it is given, and two entries into each list. */
export function inventContent(snapshot: Snapshot, lang?: "en"): Snapshot {
	const copy = structuredClone(snapshot);
	let attackCount = 0;
	const attack = () => [0, 1, 2].map(() => attacks[attackCount++ % attacks.length]).join(" ");
	for (const { name, field, value, entry, path } of walkContent(copy)) {
		const text = (part: string): TextValue => ({
			value: `${path} ${part} ${attack()}`,
			...(lang ? { lang } : {}),
		});
		const address = (part: string) => `/media/${path}-${part}?"'><script>&amp;-3.jpg`;
		const picture = (part: string): PictureValue => ({
			src: address(part),
			title: text(part),
			width: 3,
			height: 2,
			srcWidth: 3,
			sources: [{ src: address(`${part}-2`), width: 2 }],
		});
		const query = `?a="'><script>alert(1)</script>&amp;b=&c=%20`;
		const invented: Record<Field["kind"], () => unknown> = {
			text: () => text(""),
			textOrNumber: () => text(""),
			textList: () => [text("1"), text("2"), text("3")],
			richText: () => {
				let count = 0;
				const write = () => text(`words ${++count}`).value;
				const blocks = copyBlocks(snapshot, `${entry.id}-${path}`, write);
				return {
					blocks: [
						...blocks.filter(({ type }) => !field.withoutHeadings || type !== "heading"),
						{ type: "figure", picture: picture("figure") },
					],
					...(lang ? { lang } : {}),
				};
			},
			code: () => `prod_${path}<script>`,
			// Parsers accept nothing else, and the tests request pages by their slugs.
			slug: () => value,
			phone: () => "+44 20 7946 0000",
			email: () => "o'neil+a&b?c=\"<d>/%@example.org",
			paymentLink: () => `https://buy.stripe.com/${path}${query}`,
			webAddress: () => `https://example.org/${path}${query}`,
			date: () => "2999-12-31",
			boolean: () => true,
			redirects: () => [{ from: `/${path}`, to: "/about" }],
			asset: () => picture(""),
			assets: () => [picture("1"), picture("2")],
			entries: () => (value as unknown[]).slice(0, 2),
		};
		entry[name] = invented[field.kind]();
	}
	return copy;
}

/** Adds an announcement with a link, its last day, and a further page in the menu. */
export function announce(snapshot: Snapshot, until?: string): Snapshot {
	const words = (value: string): Inline => ({ type: "text", value });
	const link: Inline = { type: "link", href: "/ru/privacy", content: [words("Подробнее")] };
	const content = [words("С 24 декабря по 6 января мы отдыхаем. "), link];
	const announcement: RichTextValue = { blocks: [{ type: "paragraph", content }] };
	const pages = snapshot.appShell.pages.map((page) =>
		page.slug === "privacy" ? { ...page, showInMenu: true as const } : page,
	);
	const announced = { announcement, announcementUntil: until, pages };
	return { ...snapshot, appShell: { ...snapshot.appShell, ...announced } };
}

/**
 * Copies the blocks of the Approach page, which in the demo has every kind. They get ids of their own, the texts that
 * `write` returns, and links with a hostile address.
 */
function copyBlocks({ approach }: Snapshot, id: string, write: () => string): Block[] {
	let count = 0;
	const copy: Block[] = JSON.parse(JSON.stringify(approach.approach?.blocks ?? []), (key, part) => {
		if (key === "id") return `${id}-${++count}`;
		if (key === "href") return `/about?a="'><script>&amp;#x`;
		return key === "value" && /\p{L}/u.test(part) ? write() : part;
	});
	return copy.filter(({ type }) => type !== "figure");
}
