import postcss from "postcss";

/**
 * Parts of a selector that `querySelector` cannot match in a static document: pseudo-elements, and states such as
 * `:hover`.
 */
const stateOrPseudoElement = /::[\w-]+|:(hover|focus(-visible|-within)?|target|popover-open|defined)\b/g;

/**
 * Lists the selectors of a style sheet.
 * @returns a map from each selector to the same selector without pseudo-elements and states, for use with
 * `querySelector`
 */
export function listSelectors(css: string): Map<string, string> {
	const selectors = new Map<string, string>();
	postcss.parse(css).walkRules(({ parent, selectors: list }) => {
		if (parent?.type === "atrule" && (parent as postcss.AtRule).name === "keyframes") return;
		for (const selector of list) {
			const stateless = selector.replaceAll(stateOrPseudoElement, "").replaceAll(/:(not|has)\(\)/g, "");
			selectors.set(selector, /[>+~\s]$|^$/.test(stateless) ? `${stateless}*` : stateless);
		}
	});
	return selectors;
}
