/** The method that Playwright's and puppeteer's `Page` have in common. */
type BrowserPage = { evaluate(run: () => boolean): Promise<boolean> };

/** Marks the current document of a page. A navigation removes the mark, and an update in place keeps it. */
export async function markDocument(page: BrowserPage): Promise<void> {
	await page.evaluate(() => {
		Object.assign(window, { isMarked: true });
		return true;
	});
}

/** Checks whether the current document of a page is marked: no navigation has replaced it since `markDocument`. */
export function isDocumentMarked(page: BrowserPage): Promise<boolean> {
	return page.evaluate(() => "isMarked" in window);
}
