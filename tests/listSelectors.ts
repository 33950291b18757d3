import postcss from "postcss";

/**
 * Pseudo-classes for user actions, and pseudo-elements. `querySelector` finds no element by them in a page that nobody
 * uses.
 */
const stateOrPseudoElement = /::[\w-]+|:(hover|focus(-visible|-within)?|target|popover-open|defined)\b/g;

/**
 * Lists the selectors of a style sheet.
 * @returns each selector with its form without pseudo-elements and without states such as `:hover`, for `querySelector`
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
