import postcss, { type AtRule, type Root, type Rule } from "postcss";
import type { CanMatch } from "./matchSelectors.ts";

/** Removes the CSS rules whose selectors can match nothing on a page. */
export function removeUnusedRules(css: string, canMatch: CanMatch): string {
	const root = postcss.parse(css);
	root.walkRules((rule) => removeUnmatched(rule, canMatch));
	removeEmptyGroups(root);
	mergeLayers(root);
	return root.toString();
}

function removeUnmatched(rule: Rule, canMatch: CanMatch): void {
	if (isKeyframe(rule)) return;
	const selectors = rule.selectors.filter(canMatch);
	if (selectors.length === 0) rule.remove();
	else if (selectors.length < rule.selectors.length) rule.selectors = selectors;
}

function isKeyframe({ parent }: Rule): boolean {
	return parent?.type === "atrule" && (parent as AtRule).name.endsWith("keyframes");
}

function listGroups(root: Root): AtRule[] {
	const groups: AtRule[] = [];
	root.walkAtRules((group) => {
		groups.push(group);
	});
	return groups;
}

/** Removes empty at-rules, innermost first, because an outer at-rule can become empty when its content is removed. */
function removeEmptyGroups(root: Root): void {
	for (const group of listGroups(root).reverse()) {
		if (group.nodes?.length === 0) group.remove();
	}
}

/** Merges consecutive `@layer` blocks of the same name, because each style sheet of a page has its own block. */
function mergeLayers(root: Root): void {
	for (const group of listGroups(root).reverse()) {
		const previous = group.prev();
		if (group.name !== "layer" || previous?.type !== "atrule" || !previous.nodes || !group.nodes) continue;
		if (previous.name !== "layer" || previous.params !== group.params) continue;
		previous.append(group.nodes);
		group.remove();
	}
}
