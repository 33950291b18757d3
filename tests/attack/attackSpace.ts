import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { Field } from "../../content/fields.ts";
import { listEntries, pageEntries } from "../../content/model.ts";
import type { SpaceExport } from "../../demo/contentfulService.ts";
import { readDemoSpace } from "../../demo/startDemo.ts";
import { hostileAddresses, hostileDrawings, hostileTexts, markupAddresses } from "./corpus.ts";

/** A message to it must not be one to somebody else, too. */
const hostileEmail = `"><script>attack()</script>?bcc=evil%40evil.example&subject='x'@clinic.example`;

const models: Record<string, { fields: Record<string, Field> }> = { ...pageEntries, ...listEntries };

/**
 * The demo's space with an attack in every field that the model knows, in both languages, and in the titles, names and
 * files of all assets. Links between entries and the ids of products stay, so that every page has all its parts.
 * @param pictures an empty folder, into which the files of the assets go
 */
export async function makeAttackSpace(pictures: string): Promise<SpaceExport> {
	const space = await readDemoSpace();
	await mkdir(pictures, { recursive: true });
	let turn = 0;

	/** All texts, another first each time: one that swallows what follows must not hide the others everywhere. */
	const everything = (): string[] => {
		const start = turn++ % hostileTexts.length;
		return [...hostileTexts.slice(start), ...hostileTexts.slice(0, start)];
	};
	const nextAddress = () => {
		const addresses = [...markupAddresses, ...hostileAddresses];
		return addresses[turn++ % addresses.length];
	};

	function attack(field: Field, value: unknown): unknown {
		switch (field.kind) {
			case "text":
			case "textOrNumber":
				return everything().join(" ");
			case "textList":
				return everything();
			case "redirects":
				return everything()
					.flatMap((words) => [`${nextAddress()} /about`, `/${turn} ${nextAddress()}`, words])
					.join("\n");
			case "richText":
				return field.plain && turn++ % 2 === 0 ? everything().join("\n\n") : attackText(everything());
			case "email":
				return hostileEmail;
			case "paymentLink":
				return turn % 2 === 0 ? nextAddress() : `https://buy.stripe.com/${turn++}?a="><script>attack()</script>`;
			case "webAddress":
				return nextAddress();
			default:
				return value;
		}
	}

	for (const entry of space.entries) {
		const model = models[entry.sys.contentType?.sys.id ?? ""];
		for (const [name, field] of Object.entries(model?.fields ?? {})) {
			const values = entry.fields[name];
			const locales = values && "ru" in values ? ["en-US", "ru"] : ["en-US"];
			entry.fields[name] = Object.fromEntries(locales.map((locale) => [locale, attack(field, values?.[locale])]));
		}
		entry.fields[`<script>attack()</script>\u001b[2J${turn}`] = { "en-US": "unknown" };
	}

	const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#357" } })
		.png()
		.toBuffer();
	for (const [index, asset] of space.assets.entries()) {
		asset.fields.title = { "en-US": everything().join(" "), ru: everything().join(" ") };
		const drawing = index % 2 === 0 ? hostileDrawings[(index / 2) % hostileDrawings.length] : undefined;
		const fileName = `${index} "><img src=x onerror=attack()> \u202egnp'.${drawing ? "svg" : "png"}`;
		await writeFile(join(pictures, fileName), drawing ?? picture);
		const contentType = 'text/html"><script>attack()</script>';
		asset.fields.file = { "en-US": { url: `//demo.invalid/${fileName}`, fileName, contentType, details: {} } };
	}
	return space;
}

type Node = { nodeType: string; value?: string; marks?: object[]; data: object; content?: Node[] };
const textNode = (value: string): Node => ({ nodeType: "text", value, marks: [{ type: "bold" }], data: {} });
const node = (nodeType: string, content: Node[], data: object = {}): Node => ({ nodeType, data, content });

/** Rich Text with every text in several places, and a link to every address. */
function attackText(texts: string[]): Node {
	const link = (uri: string) => node("paragraph", [node("hyperlink", [textNode(`link to ${uri}`)], { uri })]);
	return node("document", [
		...texts.map((text) => node("paragraph", [textNode(text)])),
		node("heading-2", [textNode(texts.join(" "))]),
		node("unordered-list", [node("list-item", [node("paragraph", [textNode(texts.join(" "))])])]),
		node("<script>attack()</script>\u001b[2J", [textNode(texts[0] ?? "")]),
		...[...hostileAddresses, ...markupAddresses].map(link),
	]);
}
