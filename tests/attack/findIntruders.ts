/**
 * Whatever in the page is not the site's own or out of its place, a sentence each. Runs in the page, so that it can name
 * nothing from outside.
 */
export function findIntruders(): string[] {
	const faults: string[] = [];
	const isOwn = (address: string) => new URL(address, location.href).origin === location.origin;
	for (const element of document.querySelectorAll("*")) {
		const name = element.localName;
		for (const attribute of element.getAttributeNames()) {
			// Swiper and the progress bar set styles by the object model, which the policy allows.
			if (attribute === "style" && element.closest("[data-state=ready], .progress")) continue;
			if (/^(on|style$|srcdoc$|formaction$|http-equiv$|ping$)/.test(attribute)) faults.push(`${name} has ${attribute}`);
		}
		const foreign =
			/^(iframe|frame|object|embed|base|math|foreignobject|handler|param|video|audio|marquee|template|noscript)$/i;
		if (foreign.test(name)) faults.push(`${name} is in the page`);
		if (element instanceof HTMLAnchorElement) {
			const isRight = /^(https?|mailto|tel):$/.test(element.protocol) && !/evil/.test(element.hostname);
			if (!isRight) faults.push(`a link leads to ${element.getAttribute("href")}`);
		}
		const source = element.getAttribute("src");
		// A small logo; the policy of the page knows no other pictures that stand in it.
		const isInPage = name === "img" && source?.startsWith("data:image/svg+xml,");
		if (source !== null && !isOwn(source) && !isInPage) faults.push(`${name} loads ${source}`);
		if (element instanceof HTMLFormElement && element.action !== `${location.origin}/api/newsletter/subscribe`) {
			faults.push(`a form leads to ${element.action}`);
		}
		if (element instanceof HTMLLinkElement) {
			const isIcon = element.rel === "icon" && element.href.startsWith("data:image/svg+xml,");
			const isRight = isIcon || isOwn(element.href) || element.href.startsWith("http://clinic.example/");
			if (!isRight) faults.push(`link ${element.rel} to ${element.href}`);
		}
		if (element instanceof HTMLScriptElement && element.type.endsWith("json")) JSON.parse(element.text);
	}
	const count = (selector: string, expected: number) => {
		const found = document.querySelectorAll(selector).length;
		if (found !== expected) faults.push(`${found} × ${selector}`);
	};
	// One script and the rules for fetching ahead; what is data is counted by nobody.
	count("script:not([type$=json])", 2);
	count("style", 1);
	for (const name of ["head > title", "body > header", "body > main", "body > footer", "h1", "head", "body"])
		count(name, 1);
	if (document.styleSheets.length !== 1) faults.push("a style sheet is not applied");
	return faults;
}
