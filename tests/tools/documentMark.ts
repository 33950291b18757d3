/** Page of Playwright or puppeteer. */
type BrowserPage = { evaluate(run: () => boolean): Promise<boolean> };

/** Marks the current document of a page. A navigation removes the mark, an update in place keeps it. */
export async function markDocument(page: BrowserPage): Promise<void> {
	await page.evaluate(() => {
		Object.assign(window, { isMarked: true });
		return true;
	});
}

/** Checks whether the current document of a page was marked, so that no other document has been loaded since. */
export function isDocumentMarked(page: BrowserPage): Promise<boolean> {
	return page.evaluate(() => "isMarked" in window);
}
