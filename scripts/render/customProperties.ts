import type { Root } from "postcss";

/** Pattern of a reference to a custom property. In `var(--ink, red)` it matches `var(--ink`. */
export const reference = /var\(\s*(--[\w-]+)/g;

const customProperty = /--[\w-]+/g;

/** Lists the custom properties that must not be renamed or inlined. */
export function listFixedProperties(root: Root, scriptWords: ReadonlySet<string>): Set<string> {
	const texts: string[] = [];
	root.walkAtRules((rule) => {
		texts.push(rule.params);
	});
	root.walkDecls((declaration) => {
		texts.push(declaration.value.replaceAll(reference, ""));
	});
	const inTexts = texts.flatMap((text) => text.match(customProperty) ?? []);
	const inScripts = [...scriptWords].filter((word) => word.startsWith("--"));
	return new Set([...inTexts, ...inScripts]);
}
