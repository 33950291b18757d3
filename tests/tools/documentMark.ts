/** Page object of either Playwright or puppeteer. Declares only the method that this file calls. */
type BrowserPage = { evaluate(run: () => boolean): Promise<boolean> };

/**
 * Marks the current document of a page, to test later whether a navigation has replaced the document. An update in
 * place keeps the mark.
 */
export async function markDocument(page: BrowserPage): Promise<void> {
	await page.evaluate(() => {
		Object.assign(window, { isMarked: true });
		return true;
	});
}

/**
 * Checks whether a page still shows the document that `markDocument` has marked. A navigation replaces this document.
 */
export function isDocumentMarked(page: BrowserPage): Promise<boolean> {
	return page.evaluate(() => "isMarked" in window);
}
