import { type Options, selectOne } from "css-select";
import { AttributeAction, type AttributeSelector, isTraversal, parse, type Selector, SelectorType } from "css-what";
import type { DefaultTreeAdapterTypes } from "parse5";
import type { DocumentTree, TreeElement } from "./siteDocument.ts";
import type { NamesInScripts } from "./styles.ts";

/** Checks whether a selector can match an element of a page. */
export type CanMatch = (selector: string) => boolean;

type TreeNode = DefaultTreeAdapterTypes.Node;

/** Pseudo-classes that always match the same elements, because scripts do not move elements. */
const structuralClasses = /^(first|last|only|nth|nth-last)-(child|of-type)$/;

/** Pseudo-classes whose arguments are alternative selectors of the same element. */
const alternativeClasses = ["is", "where"];

/** Pseudo-classes whose arguments are selectors. */
const selectorClasses = [...alternativeClasses, "has"];

const anyElement: Selector = { type: SelectorType.Universal, namespace: null };

/**
 * Creates a function that checks whether a selector can match an element of a page, even after changes by scripts.
 * @param documents the page in all languages
 */
export function createSelectorCheck(documents: DocumentTree[], namesInScripts: NamesInScripts): CanMatch {
	return (selector) =>
		parse(selector).some((tokens) => {
			const known = knownPart(tokens, namesInScripts);
			if (known.length === 0) return true;
			const query = [known.map((token) => withoutCondition(token, namesInScripts))];
			return documents.some((document) => selectOne(query, document.childNodes, treeOptions) !== null);
		});
}

/** Cuts a selector before its first part, such as `> p`, that can match an element created by a script. */
function knownPart(tokens: Selector[], namesInScripts: NamesInScripts): Selector[] {
	if (isForDocument(tokens, namesInScripts)) return tokens;
	const parts = splitAtCombinators(tokens);
	const created = parts.findIndex((part) => canBeCreated(part, namesInScripts));
	return (created < 0 ? parts : parts.slice(0, created)).flat();
}

/** Splits a selector into parts, each for one element, such as `.sheet`, `> p` and `+ p.lead`. */
function splitAtCombinators(tokens: Selector[]): Selector[][] {
	const parts: Selector[][] = [[]];
	for (const token of tokens) {
		if (isTraversal(token)) parts.push([]);
		parts.at(-1)?.push(token);
	}
	return parts;
}

function canBeCreated(part: Selector[], namesInScripts: NamesInScripts): boolean {
	return !part.some(hasName) || part.some((token) => canBeAdded(token, namesInScripts));
}

/** Checks whether a selector matches only pre-rendered elements. */
function isForDocument(tokens: Selector[], namesInScripts: NamesInScripts): boolean {
	// Scripts can add siblings, so a selector with `+` or `~` can start to match later.
	if (tokens.some(({ type }) => type === SelectorType.Adjacent || type === SelectorType.Sibling)) return false;
	// If the selector's last part matches only pre-rendered elements, so do the parts for their ancestors.
	const subject = tokens.slice(tokens.findLastIndex(isTraversal) + 1);
	return subject.some((token) => isName(token) && !canBeAdded(token, namesInScripts));
}

function isName(token: Selector): boolean {
	return token.type === SelectorType.Tag || isClass(token);
}

/** Checks whether a selector token requires a tag or class, as `:is(h2, .lead)` does. */
function hasName(token: Selector): boolean {
	if (isName(token)) return true;
	if (token.type !== SelectorType.Pseudo || !alternativeClasses.includes(token.name)) return false;
	return Array.isArray(token.data) && token.data.every((tokens) => splitAtCombinators(tokens).at(-1)?.some(hasName));
}

function canBeAdded(token: Selector, namesInScripts: NamesInScripts): boolean {
	if (token.type === SelectorType.Tag) return namesInScripts.elements.has(token.name);
	if (isClass(token)) return namesInScripts.words.has(token.value);
	if (token.type !== SelectorType.Pseudo || !Array.isArray(token.data)) return false;
	return token.data.flat().some((part) => canBeAdded(part, namesInScripts));
}

function isClass(token: Selector): token is AttributeSelector {
	return token.type === SelectorType.Attribute && token.name === "class" && token.action === AttributeAction.Element;
}

/** Replaces a token whose matches can change after rendering, such as `:hover`, by `*`. */
function withoutCondition(token: Selector, namesInScripts: NamesInScripts): Selector {
	if (token.type === SelectorType.PseudoElement) return anyElement;
	if (token.type === SelectorType.Attribute) {
		return isClass(token) && !canBeAdded(token, namesInScripts) ? token : anyElement;
	}
	if (token.type !== SelectorType.Pseudo || structuralClasses.test(token.name)) return token;
	if (!selectorClasses.includes(token.name) || !Array.isArray(token.data)) return anyElement;
	if (token.name === "has" && canBeAdded(token, namesInScripts)) return anyElement;
	const data = token.data.map((tokens) => tokens.map((part) => withoutCondition(part, namesInScripts)));
	return { ...token, data };
}

/** Options with which css-select searches a document of parse5. */
const treeOptions: Options<TreeNode, TreeElement> = {
	adapter: {
		isTag: isTreeElement,
		getAttributeValue: (element, name) => element.attrs.find((attribute) => attribute.name === name)?.value,
		hasAttrib: (element, name) => element.attrs.some((attribute) => attribute.name === name),
		getName: ({ tagName }) => tagName,
		getParent: ({ parentNode }) => parentNode,
		getChildren: (node) => ("childNodes" in node ? node.childNodes : []),
		getSiblings: (node) => ("parentNode" in node && node.parentNode ? node.parentNode.childNodes : [node]),
		getText: () => "",
		removeSubsets: (nodes) => nodes,
	},
};

function isTreeElement(node: TreeNode): node is TreeElement {
	return "tagName" in node;
}
