import type { Field } from "../../content/fields.ts";
import type { Block, Inline, Mark, PictureValue, RichTextValue, Snapshot, TextValue } from "../../content/snapshot.ts";
import { walkContent } from "./contentWalk.ts";

/** Texts that attack a page. If a page does not escape a text, the browser calls `attack()`. */
const attacks = [
	"<script>attack()</script>",
	"</title><script>attack()</script>",
	"</script><script>attack()</script>",
	"</textarea></noscript></template></site-carousel></main></body></html><script>attack()</script>",
	"<![CDATA[<script>attack()</script>]]>",
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
	"javascript:attack()",
	"__proto__ constructor toString",
];
let attackCount = 0;

const attack = () => [0, 1, 2].map(() => attacks[attackCount++ % attacks.length]).join(" ");

/** Returns a copy of a snapshot with hostile values in all entries, and two entries in each list. */
export function inventContent(snapshot: Snapshot, lang?: "en"): Snapshot {
	const copy = structuredClone(snapshot);
	// Each call gives a field the same text, whichever test has run before.
	attackCount = 0;
	for (const { name, field, value, entry, path } of walkContent(copy)) {
		// Keeps two entries of each list, which is enough to check their order.
		if (field.kind === "entries") entry[name] = (value as unknown[]).slice(0, 2);
		else entry[name] = inventValue(field, path, entry.id, lang);
	}
	return copy;
}

function inventValue(field: Field, path: string, id: string, lang?: "en"): unknown {
	const text = (part: string): TextValue => ({ value: `${path} ${part} ${attack()}`, ...(lang ? { lang } : {}) });
	const picture = (part: string): PictureValue => ({
		src: `/media/${path}-${part}?"'><script>&amp;-3.jpg`,
		title: text(part),
		width: 3,
		height: 2,
		widths: [2, 3],
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
		case "boolean":
			return true;
		case "redirects":
			return [{ from: `/${path}`, to: "/about" }];
		case "asset":
			return picture("");
		case "assets":
			return [picture("1"), picture("2")];
		case "entries":
			throw new Error(`${path} is a list of entries`);
	}
}

const allMarks: Mark[] = ["bold", "italic", "underline", "code", "superscript", "subscript", "strikethrough"];

function inventRichText(
	id: string,
	text: (part: string) => TextValue,
	picture: PictureValue,
	lang?: "en",
): RichTextValue {
	let count = 0;
	const words = (): Inline => ({ type: "text", value: text(`words ${++count}`).value });
	const paragraph = (...more: Inline[]): Block => ({ type: "paragraph", content: [words(), ...more] });
	const heading = (level: number): Block => ({ type: "heading", id: `${id}-${++count}`, level, content: [words()] });
	const cell = (header: boolean, content: Block[]) => ({ header, content });
	const blocks: Block[] = [
		...[4, 2, 5, 6, 3].map(heading),
		paragraph(
			{ type: "break" },
			{ type: "text", value: text("all marks").value, marks: allMarks },
			{ type: "link", href: `/about?a="'><script>&amp;#x`, content: [words()] },
		),
		{ type: "list", ordered: true, items: [[paragraph(), heading(6), paragraph()], [paragraph()]] },
		{ type: "quote", content: [heading(1), paragraph()] },
		{ type: "rule" },
		{ type: "figure", picture },
		{
			type: "table",
			rows: [
				[cell(true, [paragraph()]), cell(true, [])],
				[cell(true, [paragraph()]), cell(false, [paragraph()])],
			],
		},
	];
	return { ...(lang ? { lang } : {}), blocks };
}
