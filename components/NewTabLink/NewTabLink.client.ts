// Follows links for a new tab in the same view where no tab opens. Some apps show websites in such views, in which the
// browser itself would do nothing: https://github.com/pichillilorenzo/flutter_inappwebview/issues/1781

/** Maximum time until a new tab covers the page, in milliseconds. */
const openingMs = 500;

document.addEventListener("click", (event) => {
	const { target, ctrlKey, metaKey, shiftKey } = event;
	if (!(target instanceof Element) || ctrlKey || metaKey || shiftKey) return;
	const link = target.closest<HTMLAnchorElement>("a[target=_blank]");
	if (!link) return;
	event.preventDefault();
	// With the feature `noopener`, the result would always be null.
	const tab = window.open(link.href);
	if (tab) tab.opener = null;
	// Without a tab, views of iOS return null, and those of Android a window that they close.
	const timer = setTimeout(() => {
		if (tab?.closed ?? true) location.assign(link.href);
	}, openingMs);
	// Some apps return null, and open the link in a browser.
	const cancel = () => clearTimeout(timer);
	document.addEventListener("visibilitychange", cancel, { once: true });
	// A window beside this one leaves it visible.
	addEventListener("blur", cancel, { once: true });
});
