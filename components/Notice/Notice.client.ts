// Shows a notice after a payment or a newsletter confirmation: the parameter `paid` of the URL's query, which has no
// value, shows the notice with the id `paid`. Services add parameters such as `utm_source` to the links that they send.
const query = new URLSearchParams(location.search);
for (const notice of document.querySelectorAll(".notice"))
	notice.toggleAttribute("data-shown", query.get(notice.id) === "");

export {};
