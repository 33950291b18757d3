type Page = Document & { onprerenderingchange?: () => void };

/**
 * Inline script in the head of every page, which runs before the first paint. Uses only its parameters and browser
 * globals, because the build copies the function into the HTML.
 */
export const applyStoredLocale = (page: Page): void => {
	/**
	 * Stores this page's language when the visitor has chosen it: then the page's locale is the fragment of its URL
	 * (`formatChoice`). Otherwise, replaces the page by its version in the stored language.
	 */
	const storeOrRestore = () => {
		const root = page.documentElement;
		// The link to the same page in the other language.
		const link = page.querySelector<HTMLLinkElement>("link[data-locale]");
		if (!link) return;
		const { pathname, search, hash } = location;
		// `localStorage` throws when the browser blocks storage.
		try {
			if (hash === `#${root.id}`) {
				history.replaceState(null, "", pathname + search);
				localStorage.locale = root.id;
				return;
			}
			if (localStorage.locale !== link.dataset.locale) return;
			// Takes only the path from the `<link>`, so that the visitor stays on this origin. The counterpart of the 404 page
			// is at the same unknown path in the other language.
			const counterpart = new URL(link.href).pathname.replace(/\/404$/, () =>
				pathname.replace(`/${root.id}/`, "/"),
			);
			// The paths are equal if a host serves this same page at both. The page would replace itself endlessly.
			if (counterpart === pathname) return;
			// The origin, because an unknown path can begin with two slashes, as addresses of other sites do.
			const address = location.origin + counterpart + search + hash;
			const replacePage = () => location.replace(address);
			root.hidden = true;
			// While the page in the other language loads, this page is hidden for at most 3 s.
			setTimeout(() => {
				root.hidden = false;
			}, 3000);
			// Waits for parsing. Otherwise, if the other language's page cannot load, Chromium leaves this page blank.
			if (page.readyState === "loading") page.addEventListener("DOMContentLoaded", replacePage);
			else replacePage();
		} catch {}
	};

	storeOrRestore();
	// The stored language can have changed while the page was prerendered, or in the back/forward cache.
	page.onprerenderingchange = storeOrRestore;
	window.onpageshow = ({ persisted }) => {
		if (persisted) storeOrRestore();
	};
};
