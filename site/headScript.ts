type Page = Document & { prerendering?: boolean; onprerenderingchange?: (event: Event) => void };

/**
 * Selects the link in the head to a page's counterpart in the other language. Its `data-locale` is the counterpart's
 * locale. A page without such a link, like the 404 page, has no counterpart.
 */
export const counterpartSelector = "link[data-locale]";

/** Id of the root element until the browser may lay out the parts of the page that components/Layout/Layout.css skips. */
export const openingId = "opening";

/**
 * The inline script in the head of every page, behind the link to the page's counterpart.
 *
 * The build minifies this function (vite.config.ts) and writes it into each page, so it uses its parameters and the
 * browser's globals only. It is the same in every page, so that one hash in the security policy covers it.
 */
export const startPage = (page: Page, counterpartSelector: string, openingId: string): void => {
	const root = page.documentElement;
	// The build writes the address of the page's script into this attribute. It is empty while the renderer runs.
	const entry = page.currentScript?.dataset.entry;

	/**
	 * Lets the browser lay out the whole page and loads the page's script, after a delay in milliseconds. A prerendered page
	 * does so when it is activated. Several calls are harmless, because a module runs once.
	 *
	 * Firefox rejects the import when a link is pressed during the load. So a failed import is retried after five seconds,
	 * and only an error of the retry is reported, if the page is still open.
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
	 * Restores the visitor's language before the first paint: hides the page and replaces it with its counterpart when
	 * that is in the stored language.
	 *
	 * A visitor who follows the language link in a new tab, or before the page's script has started, has chosen a language
	 * that is not stored yet. A page that was opened from its counterpart therefore stores its own language.
	 * @param isOpened whether the page was opened by a navigation, neither reloaded nor reached by Back or Forward
	 */
	const restoreLocale = (isOpened?: boolean) => {
		const link = page.querySelector<HTMLLinkElement>(counterpartSelector);
		if (!link) return;
		const { origin, pathname, search, hash } = location;
		// The path comes from the document and follows this origin, so that no address leads to another host.
		const counterpart = origin + new URL(link.href).pathname;
		const [referrer] = page.referrer.split(/[?#]/);
		// Accessing the storage throws when the browser blocks it.
		try {
			const storage = localStorage;
			// Prevents a loop on a host that serves this page at the counterpart's URL, too.
			const isReplaced = referrer === origin + pathname;
			if (isOpened && referrer === counterpart) storage.locale = root.lang;
			else if (storage.locale === link.dataset.locale && !isReplaced) {
				const replacePage = () => location.replace(counterpart + search + hash);
				root.hidden = true;
				// Shows the page that its counterpart has not replaced in time: the visitor has pressed Stop, the response had no
				// document (204), or the network is slow. A slow counterpart still replaces the page.
				setTimeout(() => {
					root.hidden = false;
				}, 3000);
				// A page that is replaced while it is being parsed stays incomplete, and Chromium never paints it.
				if (page.readyState === "loading") page.addEventListener("DOMContentLoaded", replacePage);
				else replacePage();
			}
		} catch {}
	};

	/** Closes the menu. A page in the back/forward cache that was left by a link of its menu still has it open. */
	const closeMenu = () => {
		for (const menu of page.querySelectorAll<HTMLElement>("[popover]")) menu.hidePopover?.();
	};

	// Type 0 is a navigation, 1 a reload, 2 Back or Forward.
	const isOpened = !performance.navigation.type;
	// A reload, Back and a fragment lead to a place in the page, which only the layout of the whole page knows.
	if (isOpened && !location.hash) root.id = openingId;
	restoreLocale(isOpened);
	// `pageshow` follows `load`; it also comes when a page returns from the back/forward cache.
	window.onpageshow = page.onprerenderingchange = (event: Event & { persisted?: boolean }) => {
		if (event.persisted !== false) {
			closeMenu();
			restoreLocale();
		}
		// Firefox reports no paint for a page that begins scrolled.
		startEntry(999);
	};
	// The script enhances existing elements, so it waits until the page is parsed. It is loaded 0.1 s after the first paint, so
	// that its request does not compete with fonts and pictures.
	page.onreadystatechange = () =>
		new PerformanceObserver(() => startEntry(99)).observe({ type: "paint", buffered: true });
};
