import { expect, test } from "vitest";
import type { Inline } from "../../../content/snapshot.ts";
import type { Place } from "../report.ts";
import {
	assetReference,
	type DraftLink,
	entryReference,
	listAssets,
	type References,
	resolveReferences,
} from "./references.ts";

const references: References = {
	link: (href, { field }) => (href.includes("unknown") ? undefined : href.replace("entry:", `/${field}#`)),
	picture: (address) =>
		address.includes("lost") ? undefined : { src: "/media/a-30.png", width: 30, height: 20, widths: [30], tone: 2 },
	file: (address) => (address.includes("lost") ? undefined : "/media/a.pdf"),
};
const words = (value: string): Inline => ({ type: "text", value });
const link = (href: string, ...content: Inline[]): Inline => ({ type: "link", href, content });
const place: Place = { type: "entries", id: "entry1", field: "about", locale: "ru" };
const draft = (href: string, ...content: Inline[]): DraftLink => ({ type: "link", href, content, place });
const picture = (address: string) => ({ src: assetReference(address), title: { value: "Leaf" } });

test("a link leads to where it is resolved to, and no longer says where it was found; one to nowhere becomes its text", () => {
	const content = [
		draft(entryReference("known"), words("here")),
		words(" and "),
		draft(entryReference("unknown"), words("there"), words("!")),
		draft("https://example.org", words("elsewhere")),
	];
	expect(resolveReferences({ content }, references)).toEqual({
		content: [
			link("/about#known", words("here")),
			words(" and "),
			words("there"),
			words("!"),
			link("https://example.org", words("elsewhere")),
		],
	});
});

test("a link to a file leads to it, one to a file that is left out becomes its text", () => {
	const content = [
		draft(assetReference("https://files.example/a.pdf"), words("leaflet")),
		draft(assetReference("https://files.example/lost.pdf"), words("lost")),
	];
	expect(resolveReferences(content, references)).toEqual([link("/media/a.pdf", words("leaflet")), words("lost")]);
});

test("a picture gets what is known of its files", () => {
	expect(resolveReferences(picture("https://files.example/a.png"), references)).toEqual({
		src: "/media/a-30.png",
		title: { value: "Leaf" },
		width: 30,
		height: 20,
		widths: [30],
		tone: 2,
	});
});

test("a picture that is left out disappears from its field, its list and its figure", () => {
	const lost = picture("https://files.example/lost.png");
	const value = {
		cover: lost,
		images: [lost, picture("https://files.example/a.png")],
		blocks: [{ type: "figure", picture: lost }, { type: "rule" }],
	};
	const resolved = resolveReferences(value, references);
	expect(Object.keys(resolved)).toEqual(["images", "blocks"]);
	expect(resolved.images.length).toBe(1);
	expect(resolved.blocks).toEqual([{ type: "rule" }]);
});

test("the original is not changed", () => {
	const original = { images: [picture("https://files.example/a.png")] };
	const before = structuredClone(original);
	resolveReferences(original, references);
	expect(original).toEqual(before);
});

test("every file is listed once for each use, wherever it is referred to", () => {
	const value = {
		cover: picture("https://files.example/a.png"),
		blocks: [{ content: [draft(assetReference("https://files.example/b.pdf")), draft(entryReference("known"))] }],
		images: [picture("https://files.example/a.png")],
	};
	expect(listAssets(value)).toEqual({
		pictures: new Set(["https://files.example/a.png"]),
		files: new Set(["https://files.example/b.pdf"]),
	});
});

test("a text that begins like a reference is a text", () => {
	const text = {
		title: { value: "asset: what it is worth" },
		blocks: [{ content: [words("asset:http://a.example/b")] }],
	};
	expect(listAssets(text)).toEqual({ pictures: new Set(), files: new Set() });
	expect(resolveReferences(text, references)).toEqual(text);
});
