import { expect, test } from "vitest";
import { joinChanged } from "../../../tests/joinChanged.ts";
import { node, paragraph, plain } from "../../../tests/testContent.ts";

const page = "page-1";

/** Parses the lines of the field `redirects`. */
function joinLines(...lines: string[]) {
	const { en, rows } = joinChanged((content) =>
		content.set("appShell", "redirects", plain(lines.join("\n"))),
	);
	return { redirects: en.appShell.redirects, rows };
}

test("old addresses of all forms lead to pages", () => {
	const { redirects, rows } = joinLines(
		"   /old.html\t/About/  ",
		"/blog/2019/post/ /ru/approach#a",
		"/цены /RU/Packages.html",
		"",
		"https://clinic.example/shop /index.html",
		// Capitals make another address, as on Netlify.
		"/Old.html /packages",
		"/removed Gone",
	);
	expect(rows).toEqual([]);
	expect(redirects).toEqual([
		{ from: "/old.html", to: "/about" },
		{ from: "/blog/2019/post/", to: "/ru/approach#a" },
		{ from: "/%D1%86%D0%B5%D0%BD%D1%8B", to: "/ru/packages" },
		{ from: "/shop", to: "/" },
		{ from: "/Old.html", to: "/packages" },
		{ from: "/removed" },
	]);
});

test("an invalid redirect has a row, and the others work", () => {
	const codes = {
		"/self /self": "redirectWithoutPage",
		// Without the form, its page does not exist.
		"/old /ru/withdraw": "redirectWithoutPage",
		"/About/ /packages": "redirectFromPage",
		"/old //evil.example": "redirectForeign",
		"/old javascript:alert(1)": "redirectForeign",
		"https://evil.example/old /about": "redirectForeign",
		"/old?id=1 /about": "redirectWithQuery",
		"/old/* /about": "redirectWithWildcard",
		"/%F6%E5%ED%FB /about": "redirectUnreadable",
		"/old /about 301": "redirectMalformed",
	};
	const { redirects, rows } = joinLines("/good /about", ...Object.keys(codes));
	expect(redirects).toEqual([{ from: "/good", to: "/about" }]);
	const place = "warning | appShellOdd.redirects.en-US";
	expect(rows).toEqual(
		Object.entries(codes).map(([line, code]) => `${place} | ${code}, lineLeftOut | line=${line}`),
	);
});

test("addresses, redirects and texts lead to a further page", () => {
	const { en, ru } = joinChanged((content) => {
		content.set("appShell", "termsUrl", plain("/Extra/"));
		content.set("appShell", "accessibilityUrl", plain("/ru/about?a=b#top"));
		content.set("newsletter", "privacyPolicyUrl", plain("https://clinic.example/extra"));
		content.set("appShell", "redirects", plain("/old /ru/extra"));
		const link = (uri: string) => node("hyperlink", [uri], { uri });
		const heading = node("heading-2", ["Heading"]);
		const { content: links = [] } = paragraph(link(`#${page}-text-1`), link("/extra"));
		content.set(page, "text", plain(node("document", [heading, ...links])));
	});
	const addresses = [en, ru].map(({ appShell, newsletter }) => [
		appShell.termsUrl,
		appShell.accessibilityUrl,
		newsletter.privacyPolicyUrl,
		[...JSON.stringify(appShell.pages).matchAll(/"href":"([^"]+)"/g)].map(([, href]) => href),
	]);
	expect(addresses).toEqual([
		["/extra", "/about?a=b#top", "https://clinic.example/extra", [`#${page}-text-1`, "/extra"]],
		[
			"/ru/extra",
			"/ru/about?a=b#top",
			"https://clinic.example/ru/extra",
			[`#${page}-text-1`, "/ru/extra"],
		],
	]);
	expect(ru.appShell.redirects).toEqual([{ from: "/old", to: "/ru/extra" }]);
});
