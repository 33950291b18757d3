/**
 * CSS selector of the styles, and of the inline script that loads the page's other scripts.
 * `scripts/render/vikeTags.ts` inlines the styles, and writes the script's URL into `data-entry`.
 */
const codeSelector = "head > :is(style, [data-entry])";

/**
 * Checks whether the current page has all styles and scripts of a fetched page, so that the fetched page's content can
 * replace its own. After a deploy of changed code, some can be missing.
 */
export function hasStylesAndScriptsOf(fetched: Document): boolean {
	const codeElements = [...fetched.querySelectorAll(codeSelector)];
	return codeElements.every(({ outerHTML }) => document.head.innerHTML.includes(outerHTML));
}
