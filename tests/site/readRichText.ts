import type { Block, Inline, Mark, PictureValue, RichTextValue } from "../../content/snapshot.ts";

// Reads formatted text back from a document: the opposite of components/RichText.tsx, so that the two prove each other.

const marks: Record<string, Mark> = {
	STRONG: "bold",
	EM: "italic",
	U: "underline",
	CODE: "code",
	SUP: "superscript",
	SUB: "subscript",
	S: "strikethrough",
};

/** The blocks in an element. A heading's level is the one it is shown with; an unknown element is kept by its name. */
export function readBlocks(parent: Element): unknown[] {
	const blocks: unknown[] = [];
	let run: ChildNode[] = [];
	const endRun = () => {
		if (run.length > 0) blocks.push({ type: "paragraph", content: readInlines(run) });
		run = [];
	};
	for (const node of parent.childNodes) {
		if (isInline(node)) run.push(node);
		else {
			endRun();
			blocks.push(readBlock(node as Element));
		}
	}
	endRun();
	return blocks;
}

function isInline({ nodeType, nodeName }: Node): boolean {
	return nodeType === 3 || nodeName === "A" || nodeName === "BR" || nodeName in marks;
}

function readBlock(element: Element): unknown {
	const children = [...element.children];
	switch (element.tagName) {
		case "H1":
		case "H2":
		case "H3":
		case "H4":
		case "H5":
		case "H6":
			return { type: "heading", id: element.id, content: readInlines([...element.childNodes]) };
		case "P":
			return { type: "paragraph", content: readInlines([...element.childNodes]) };
		case "UL":
		case "OL":
			return { type: "list", ordered: element.tagName === "OL", items: children.map(readBlocks) };
		case "BLOCKQUOTE":
			return { type: "quote", content: readBlocks(element) };
		case "HR":
			return { type: "rule" };
		case "FIGURE": {
			const picture = element.querySelector("img");
			return { type: "figure", picture: picture && readPicture(picture) };
		}
		case "DIV":
		case "TABLE": {
			const rows = [...element.querySelectorAll("tr")].map((row) =>
				[...row.children].map((cell) => ({ header: cell.tagName === "TH", content: readBlocks(cell) })),
			);
			return { type: "table", rows };
		}
		default:
			return { type: element.tagName };
	}
}

function readPicture(image: Element): PictureValue {
	const [width, height] = [image.getAttribute("width"), image.getAttribute("height")];
	const lang = image.getAttribute("lang");
	const widths = image
		.getAttribute("srcset")
		?.match(/\d+(?=w\b)/g)
		?.map(Number);
	const tone = /\btone-(\d+)/.exec(image.className)?.[1];
	return {
		src: image.getAttribute("src") ?? "",
		title: { value: image.getAttribute("alt") ?? "", ...(lang === "en" ? { lang } : {}) },
		width: Number(width),
		height: Number(height),
		...(widths ? { widths } : {}),
		...(tone ? { tone: Number(tone) } : {}),
	};
}

function readInlines(nodes: ChildNode[], outer: Mark[] = []): Inline[] {
	const inlines = nodes.flatMap((node): Inline[] => {
		if (node.nodeType === 3) {
			return [{ type: "text", value: node.textContent ?? "", ...(outer.length > 0 ? { marks: outer } : {}) }];
		}
		const element = node as Element;
		if (element.tagName === "BR") return [{ type: "break" }];
		const children = [...element.childNodes];
		if (element.tagName === "A") {
			return [{ type: "link", href: element.getAttribute("href") ?? "", content: readInlines(children, outer) }];
		}
		const mark = marks[element.tagName];
		return mark ? readInlines(children, [...outer, mark]) : [{ type: "text", value: `<${element.tagName}>` }];
	});
	return joinTexts(inlines);
}

/** What `readBlocks` should find: the same, without what a document cannot tell. */
export function comparable({ blocks }: RichTextValue): unknown[] {
	return blocks.map(comparableBlock);
}

function comparableBlock(block: Block): unknown {
	switch (block.type) {
		case "heading":
			return { type: "heading", id: block.id, content: joinTexts(block.content) };
		case "paragraph":
			return { ...block, content: joinTexts(block.content) };
		case "list":
			return { ...block, items: block.items.map((item) => item.map(comparableBlock)) };
		case "quote":
			return { ...block, content: block.content.map(comparableBlock) };
		case "table":
			return {
				...block,
				rows: block.rows.map((row) => row.map((cell) => ({ ...cell, content: cell.content.map(comparableBlock) }))),
			};
		case "figure":
			return { ...block, picture: block.picture && withoutTime(block.picture) };
		default:
			return block;
	}
}

function withoutTime({ updatedAt: _, ...picture }: PictureValue): Omit<PictureValue, "updatedAt"> {
	return picture;
}

/** Neighbours with the same marks are one text; the order of marks and the length of white space mean nothing. */
function joinTexts(inlines: Inline[]): Inline[] {
	const joined: Inline[] = [];
	for (const inline of inlines) {
		const last = joined.at(-1);
		if (inline.type !== "text") {
			joined.push(inline.type === "link" ? { ...inline, content: joinTexts(inline.content) } : inline);
			continue;
		}
		const ordered = [...(inline.marks ?? [])].sort();
		const before = last?.type === "text" && String(last.marks ?? []) === String(ordered) ? last.value : "";
		if (before) joined.pop();
		const value = (before + inline.value).replace(/[ \t\n\r\f]+/g, " ").replaceAll("\u00a0", " ");
		joined.push({ type: "text", value, ...(ordered.length > 0 ? { marks: ordered } : {}) });
	}
	return joined;
}

/** All headings of a text in their order, wherever they stand. */
export function listHeadings(blocks: Block[]): Extract<Block, { type: "heading" }>[] {
	return blocks.flatMap((block) => {
		if (block.type === "heading") return [block];
		if (block.type === "list") return listHeadings(block.items.flat());
		if (block.type === "quote") return listHeadings(block.content);
		if (block.type === "table") return listHeadings(block.rows.flat().flatMap((cell) => cell.content));
		return [];
	});
}
