type Page = Document & { prerendering?: boolean; onprerenderingchange?: (event: Event) => void };

/**
 * The one inline script, the same in every page so that one hash covers it. The build minifies this function
 * (vite.config.ts), since every page carries it: it can use nothing but its parameter and what browsers have.
 *
 * `pageshow` comes right after `load`, and when a page comes back from the back/forward cache.
 */
export const startPage = (page: Page): void => {
	// The build writes the address of the page's script into the element; while pages are being written there is none.
	const entry = (page.currentScript as HTMLScriptElement).dataset.entry;

	/**
	 * Restores the visitor's language before first paint: when the stored choice is not the page's language, the page is
	 * hidden and replaced by its counterpart. A page that was reached by the language link of its counterpart, in a new
	 * tab or before the page's script was there, is itself the choice and is stored.
	 */
	const restoreLocale = (isReached?: boolean) => {
		// Browsers may refuse the storage.
		try {
			const storage = localStorage;
			const root = page.documentElement;
			const { origin, pathname, search, hash } = location;
			const chosen = storage.locale;
			const locale = root.lang;
			const counterpart = locale === "ru" ? pathname.slice(3) || "/" : `/ru${pathname === "/" ? "" : pathname}`;
			if (chosen !== locale) {
				if (isReached && page.referrer.split(/[?#]/)[0] === origin + counterpart) storage.locale = locale;
				else if (chosen === "ru" || chosen === "en-US") {
					root.hidden = true;
					location.replace(counterpart + search + hash);
				}
			}
		} catch {}
	};

	/**
	 * Loads the page's script a tenth of a second after first paint, so that it does not compete with words, fonts and
	 * pictures. Firefox reports no paint for a page that begins scrolled, so the script is loaded a second after `load` at
	 * the latest; a module that is imported twice runs once. A prerendered page waits until it is activated. A page waits
	 * until it is parsed to its end, because the script changes what it finds.
	 *
	 * Firefox rejects the import when a link is pressed meanwhile. So a failed import is repeated after five seconds, and
	 * only its second failure, on a page that is still there, is reported.
	 */
	const startEntry = (delayMs: number) => {
		if (!entry || page.prerendering) return;
		const load = () => import(entry);
		setTimeout(() => load().catch(() => setTimeout(load, 5000)), delayMs);
	};

	/**
	 * Closes the menu when the page is left, so that a visitor who comes back does not find it open. A press on one of its
	 * links does not close it, because browsers drop what they have prefetched for links that are hidden.
	 */
	const closeMenu = () => {
		for (const menu of page.querySelectorAll<HTMLElement>("[popover]")) menu.hidePopover?.();
	};

	// Neither reloaded nor come back to.
	const isReached = !performance.navigation.type;
	restoreLocale(isReached);
	window.onpagehide = closeMenu;
	window.onpageshow = page.onprerenderingchange = (event: Event & { persisted?: boolean }) => {
		if (event.persisted !== false) restoreLocale();
		startEntry(999);
	};
	page.onreadystatechange = () =>
		new PerformanceObserver(() => startEntry(99)).observe({ type: "paint", buffered: true });
};
