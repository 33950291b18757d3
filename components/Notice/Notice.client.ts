// Shows a notice after a payment or a newsletter confirmation: the parameter `paid` of the URL's query, which has no
// value, shows the notice with the id `paid`. Services add parameters such as `utm_source` to the links that they send.
// Then removes the parameters and the fragment from the URL, so that reloads and bookmarks do not repeat the notice.
const query = new URLSearchParams(location.search);
for (const notice of document.querySelectorAll(".notice")) {
	if (query.get(notice.id) !== "") continue;
	notice.toggleAttribute("data-shown");
	history.replaceState(null, "", location.pathname);
	// The page can return from the back/forward cache.
	addEventListener("pagehide", () => notice.remove());
}

export {};
