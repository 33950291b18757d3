import postcss, { type AtRule, type Root, type Rule } from "postcss";
import type { DocumentElement } from "./siteDocument.ts";
import type { NamesInScripts } from "./styles.ts";

/** Element and class names that occur on a page. */
type PageNames = { elements: ReadonlySet<string>; classes: ReadonlySet<string> };

/**
 * Removes the CSS rules that match nothing on a page, because a class or element in their selectors is missing. Ignores
 * attributes and states in selectors, because scripts and visitors change them.
 * @param elements elements of the page in all languages
 * @param scriptNames names that the browser code can add to the page. Rules with these names are not removed
 */
export function removeUnusedRules(css: string, elements: DocumentElement[], scriptNames: NamesInScripts): string {
	const names = listNames(elements, scriptNames);
	const root = postcss.parse(css);
	root.walkRules((rule) => removeUnmatched(rule, names));
	removeEmptyGroups(root);
	mergeLayers(root);
	return root.toString();
}

function listNames(pageElements: DocumentElement[], scriptNames: NamesInScripts): PageNames {
	const elements = new Set(scriptNames.elements);
	const classes = new Set(scriptNames.words);
	for (const { name, attributes } of pageElements) {
		elements.add(name);
		for (const className of attributes.get("class")?.split(/\s+/) ?? []) classes.add(className);
	}
	return { elements, classes };
}

function removeUnmatched(rule: Rule, names: PageNames): void {
	if (isKeyframe(rule)) return;
	const selectors = rule.selectors.filter((selector) => canMatch(selector, names));
	if (selectors.length === 0) rule.remove();
	else if (selectors.length < rule.selectors.length) rule.selectors = selectors;
}

function isKeyframe({ parent }: Rule): boolean {
	return parent?.type === "atrule" && (parent as AtRule).name.endsWith("keyframes");
}

function canMatch(selector: string, { elements, classes }: PageNames): boolean {
	const plain = withoutConditions(selector);
	const classNames = [...plain.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name);
	const elementNames = [...plain.matchAll(/(?:^|[\s>+~])([a-z][\w-]*)/g)].map(([, name = ""]) => name);
	return classNames.every((name) => classes.has(name)) && elementNames.every((name) => elements.has(name));
}

/**
 * Removes the conditions that `keepUsed` ignores from a selector: attributes, and the arguments of `:not()`, `:is()`
 * and similar pseudo-classes.
 */
function withoutConditions(selector: string): string {
	const shorter = selector.replaceAll(/\[[^\]]*\]|:[\w-]+\([^()]*\)/g, "");
	return shorter === selector ? selector : withoutConditions(shorter);
}

function listGroups(root: Root): AtRule[] {
	const groups: AtRule[] = [];
	root.walkAtRules((group) => {
		groups.push(group);
	});
	return groups;
}

/** Removes empty at-rules. Begins with the innermost, because removing one can leave the at-rule around it empty. */
function removeEmptyGroups(root: Root): void {
	for (const group of listGroups(root).reverse()) {
		if (group.nodes?.length === 0) group.remove();
	}
}

/**
 * Merges consecutive `@layer` blocks of the same name. A page combines several style sheets, and each has its own
 * block.
 */
function mergeLayers(root: Root): void {
	for (const group of listGroups(root).reverse()) {
		const previous = group.prev();
		if (group.name !== "layer" || previous?.type !== "atrule" || !previous.nodes || !group.nodes) continue;
		if (previous.name !== "layer" || previous.params !== group.params) continue;
		previous.append(group.nodes);
		group.remove();
	}
}
