type Page = Document & { prerendering?: boolean; onprerenderingchange?: (event: Event) => void };

/**
 * Inline script in the head of every page. Uses only its parameters and browser globals, because the build copies the
 * function into the HTML.
 * @param localeAttribute attribute of the `<link>` to the same page in the other language, with that page's locale
 */
export const startPage = (page: Page, localeAttribute: string): void => {
	const root = page.documentElement;
	// URL of the page's module script. The build writes it into the attribute `data-entry` after Vike has rendered the
	// page.
	const entry = page.currentScript?.dataset.entry;

	/** Loads the page's script after `delayMs`. Does nothing during prerendering. */
	const startEntry = (delayMs: number) => {
		if (page.prerendering) return;
		setTimeout(() => {
			// Without the script, the page works like one in a browser without JavaScript. Firefox also rejects the import
			// when a link is pressed while the script loads.
			if (entry) import(entry).catch(() => {});
		}, delayMs);
	};

	/**
	 * Stores this page's language when the visitor has chosen it: then the page's locale is the fragment of its URL
	 * (`formatChoice`). Otherwise, replaces the page by its version in the stored language.
	 */
	const storeOrRestoreLocale = () => {
		const link = page.querySelector<HTMLLinkElement>(`link[${localeAttribute}]`);
		if (!link) return;
		const { origin, pathname, search, hash } = location;
		// Takes only the path from the `<link>`, so that the visitor stays on this origin.
		const counterpart = new URL(link.href).pathname;
		// `localStorage` throws when the browser blocks storage.
		try {
			const storage = localStorage;
			if (hash === `#${root.id}`) {
				history.replaceState(null, "", pathname + search);
				storage.locale = root.id;
				// The paths are equal if a host serves this same page at both. The page would replace itself endlessly.
			} else if (
				storage.locale === link.getAttribute(localeAttribute) &&
				counterpart !== pathname
			) {
				const replacePage = () => location.replace(origin + counterpart + search + hash);
				root.hidden = true;
				// While the page in the other language loads, this page is hidden for at most 3 s.
				setTimeout(() => {
					root.hidden = false;
				}, 3000);
				// Waits for parsing. Otherwise, if the other language's page cannot load, Chromium leaves this page blank.
				if (page.readyState === "loading") page.addEventListener("DOMContentLoaded", replacePage);
				else replacePage();
			}
		} catch {}
	};

	/** Closes the menu, because the back/forward cache would restore an open menu. */
	const closeMenu = () => {
		for (const menu of page.querySelectorAll<HTMLElement>("[popover]")) menu.hidePopover?.();
	};

	storeOrRestoreLocale();
	window.onpageshow = page.onprerenderingchange = (event: Event & { persisted?: boolean }) => {
		// `persisted` is false after a normal load, for which `storeOrRestoreLocale` has already run.
		if (event.persisted !== false) {
			closeMenu();
			storeOrRestoreLocale();
		}
		// Loads the page's script after 1 s, because Firefox reports no first paint of a page that opens scrolled down.
		startEntry(999);
	};
	// Loads the script 0.1 s after the first paint, so that fonts and pictures load first.
	page.onreadystatechange = () =>
		new PerformanceObserver(() => startEntry(99)).observe({ type: "paint", buffered: true });
};
