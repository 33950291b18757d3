import postcss from "postcss";

/** States and pseudo-elements, which no document at rest has. */
const stateOrPart = /::[\w-]+|:(hover|focus(-visible|-within)?|target|popover-open|defined)\b/g;

/**
 * Returns the selectors of a style sheet. Each has a simplified form without states and pseudo-elements, which can be queried
 * in a document.
 */
export function listSelectors(css: string): Map<string, string> {
	const selectors = new Map<string, string>();
	postcss.parse(css).walkRules(({ parent, selectors: list }) => {
		if (parent?.type === "atrule" && (parent as postcss.AtRule).name === "keyframes") return;
		for (const selector of list) {
			const atRest = selector.replaceAll(stateOrPart, "").replaceAll(/:(not|has)\(\)/g, "");
			selectors.set(selector, /[>+~\s]$|^$/.test(atRest) ? `${atRest}*` : atRest);
		}
	});
	return selectors;
}
