import { type Field, type ListEntryName, pageEntryNames } from "../../content/model.ts";
import type { Block, Inline, Mark, PictureValue, RichTextValue, Snapshot, TextValue } from "../../content/snapshot.ts";
import { type EntryFields, fieldsOf } from "./contentWalk.ts";

/** What would be code if it were not escaped, in text and in an attribute. */
const hostile = `</title><script>alert(1)</script><!-- "' onerror=alert(2) &amp; &lt;b&gt; ]]> \${x} {y}`;

/**
 * A copy of a snapshot in which every field that the model knows holds something hostile, different from every other,
 * and every list of entries two of them. Prices and ids stay.
 * @param lang marks every text as one that is not translated
 */
export function inventContent(snapshot: Snapshot, lang?: "en"): Snapshot {
	const entries = snapshot as unknown as Record<string, EntryFields>;
	const invented = pageEntryNames.map((name) => {
		const entry = entries[name];
		return [name, entry && inventEntry(entry, fieldsOf(name), name, lang)] as const;
	});
	return { locale: snapshot.locale, ...Object.fromEntries(invented) } as unknown as Snapshot;
}

function inventEntry(entry: EntryFields, fields: Record<string, Field>, path: string, lang?: "en"): EntryFields {
	const values = Object.entries(fields).map(([name, field]) => {
		const own = `${path}.${name}`;
		if (field.kind !== "entries") return [name, inventValue(field, own, entry.id, lang)] as const;
		const type = field.of as ListEntryName;
		// Two of a kind are enough to tell them apart and in which order they are.
		const parts = (entry[name] as EntryFields[])
			.slice(0, 2)
			.map((part, index) => inventEntry(part, fieldsOf(type), `${own}[${index}]`, lang));
		return [name, parts] as const;
	});
	return { ...entry, ...Object.fromEntries(values) };
}

function inventValue(field: Field, path: string, id: string, lang?: "en"): unknown {
	const text = (part: string): TextValue => ({ value: `${path} ${part} ${hostile}`, ...(lang ? { lang } : {}) });
	const picture = (part: string): PictureValue => ({
		src: `/media/${path}-${part}?"'><script>&amp;-3.jpg`,
		title: text(part),
		width: 3,
		height: 2,
		widths: [2, 3],
		tone: 5,
	});
	switch (field.kind) {
		case "text":
		case "textOrNumber":
			return text("");
		case "textList":
			return [text("1"), text("2"), text("3")];
		case "richText":
			return inventRichText(`${id}-${path}`, text, picture("figure"), lang);
		case "code":
			return `prod_${path}<script>`;
		case "email":
			return "o'neil+a&b?c=\"<d>/%@example.org";
		case "paymentLink":
			return `https://buy.stripe.com/${path}?a="'><script>alert(1)</script>&amp;b=&c=%20`;
		case "webAddress":
			return `https://example.org/${path}?a="'><script>alert(1)</script>&amp;b=&c=%20`;
		case "asset":
			return picture("");
		case "assets":
			return [picture("1"), picture("2")];
		case "entries":
			throw new Error(`${path} is a list of entries`);
	}
}

const allMarks: Mark[] = ["bold", "italic", "underline", "code", "superscript", "subscript", "strikethrough"];

/** Everything that formatted text can hold, with headings at levels and in places that no editor should use. */
function inventRichText(
	id: string,
	text: (part: string) => TextValue,
	picture: PictureValue,
	lang?: "en",
): RichTextValue {
	let count = 0;
	const words = (): Inline => ({ type: "text", value: text(`words ${++count}`).value });
	const paragraph = (): Block => ({ type: "paragraph", content: [words()] });
	const heading = (level: number): Block => ({ type: "heading", id: `${id}-${++count}`, level, content: [words()] });
	const link: Inline = { type: "link", href: `/about?a="'><script>&amp;#x`, content: [words()] };
	const blocks: Block[] = [
		heading(4),
		paragraph(),
		heading(2),
		heading(5),
		heading(6),
		heading(3),
		{
			type: "paragraph",
			content: [
				words(),
				{ type: "break" },
				...allMarks.map((mark): Inline => ({ type: "text", value: text(mark).value, marks: [mark] })),
				{ type: "text", value: text("all marks").value, marks: allMarks },
				link,
				{ type: "link", href: "mailto:a@example.org", content: [words()] },
			],
		},
		{
			type: "list",
			ordered: true,
			items: [
				[paragraph(), paragraph(), { type: "list", ordered: false, items: [[paragraph()], [heading(6), paragraph()]] }],
				[paragraph()],
			],
		},
		{ type: "quote", content: [heading(1), paragraph(), paragraph()] },
		{ type: "rule" },
		{ type: "figure", picture },
		{
			type: "table",
			rows: [
				[
					{ header: true, content: [paragraph()] },
					{ header: true, content: [] },
				],
				[
					{ header: true, content: [paragraph()] },
					{ header: false, content: [paragraph(), paragraph()] },
				],
			],
		},
		{ type: "table", rows: [[{ header: false, content: [paragraph()] }]] },
	];
	return { ...(lang ? { lang } : {}), blocks };
}
