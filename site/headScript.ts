type Page = Document & { prerendering?: boolean; onprerenderingchange?: (event: Event) => void };

/**
 * Selector of the `<link>` to a page's counterpart, which is the same page in the other language. `data-locale` is the
 * counterpart's locale. The 404 page has no counterpart.
 */
export const counterpartSelector = "link[data-locale]";

/**
 * Id of the root element until 0.1 s after the first paint. With this id, components/Layout/Layout.css skips the layout
 * of elements outside of the viewport.
 */
export const openingId = "opening";

/**
 * Inline script in the head of every page, after the `<link>` to the page's counterpart in the other language.
 *
 * The build (vite.config.ts) minifies this function and writes it into each page, so it can use only its parameters and
 * browser globals. It is the same on every page, so that the content security policy needs only one hash.
 */
export const startPage = (page: Page, counterpartSelector: string, openingId: string): void => {
	const root = page.documentElement;
	// The build writes the URL of the page's module script into this attribute. The attribute is empty while Vike renders
	// the page.
	const entry = page.currentScript?.dataset.entry;

	/**
	 * After a delay in milliseconds, lets the browser lay out the whole page and loads the page's script. Does nothing
	 * while the page is prerendered. Several calls are harmless, because a module runs only once.
	 *
	 * Firefox rejects the import when a link is pressed while the script loads. A failed import is therefore retried
	 * after five seconds, and only the retry reports an error.
	 */
	const startEntry = (delayMs: number) => {
		if (page.prerendering) return;
		const load = () => import(entry as string);
		setTimeout(() => {
			root.id = "";
			if (entry) load().catch(() => setTimeout(load, 5000));
		}, delayMs);
	};

	/**
	 * Restores the visitor's language before the first paint. If the stored language is the language of the page's
	 * counterpart, the page is hidden and replaced with the counterpart.
	 *
	 * A language link that is opened in a new tab, or before the page's script has started, does not store the chosen
	 * language. A page that was opened from its counterpart therefore stores its own language.
	 * @param isOpened whether the page was opened by a navigation, not by a reload, Back or Forward
	 */
	const restoreLocale = (isOpened?: boolean) => {
		const link = page.querySelector<HTMLLinkElement>(counterpartSelector);
		if (!link) return;
		const { origin, pathname, search, hash } = location;
		// Only the path is taken from the document, so that the URL cannot lead to another origin.
		const counterpart = origin + new URL(link.href).pathname;
		const [referrer] = page.referrer.split(/[?#]/);
		// `localStorage` throws when the browser blocks storage.
		try {
			const storage = localStorage;
			// Prevents an endless loop on a host that responds with this page at the counterpart's URL, too.
			const isReplaced = referrer === origin + pathname;
			if (isOpened && referrer === counterpart) storage.locale = root.lang;
			else if (storage.locale === link.dataset.locale && !isReplaced) {
				const replacePage = () => location.replace(counterpart + search + hash);
				root.hidden = true;
				// Shows the page again if it has not been replaced after three seconds: the visitor has pressed Stop, the
				// response has no document (status 204), or the network is slow.
				setTimeout(() => {
					root.hidden = false;
				}, 3000);
				// Waits until the page is parsed: Chromium would never paint a page that was replaced during parsing.
				if (page.readyState === "loading") page.addEventListener("DOMContentLoaded", replacePage);
				else replacePage();
			}
		} catch {}
	};

	/**
	 * Closes the menu. Otherwise a page that was left through a link in its menu would return from the back/forward cache
	 * with the menu open.
	 */
	const closeMenu = () => {
		for (const menu of page.querySelectorAll<HTMLElement>("[popover]")) menu.hidePopover?.();
	};

	// Type 0 is a navigation, 1 a reload, 2 Back or Forward.
	const isOpened = !performance.navigation.type;
	// The id is set only for a navigation without a fragment. In all other cases the browser scrolls to a position, which
	// it can compute only if it lays out the whole page.
	if (isOpened && !location.hash) root.id = openingId;
	restoreLocale(isOpened);
	// `persisted` is false after `load`, true after a restore from the back/forward cache, and undefined when a
	// prerendered page is activated. In the last two cases the visitor may have chosen another language.
	window.onpageshow = page.onprerenderingchange = (event: Event & { persisted?: boolean }) => {
		if (event.persisted !== false) {
			closeMenu();
			restoreLocale();
		}
		// In Firefox, a page that opens scrolled reports no first paint, so its script would not load otherwise.
		startEntry(999);
	};
	// The page's script is loaded 0.1 s after the first paint, so that its request does not compete with fonts and
	// pictures. It is not loaded before the page is parsed, because it enhances existing elements.
	page.onreadystatechange = () =>
		new PerformanceObserver(() => startEntry(99)).observe({ type: "paint", buffered: true });
};
