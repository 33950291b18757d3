import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PriceTag, Purchase } from "./Purchase.tsx";

const sold = { id: "one", price: { amount: 6500, currency: "gbp", updatedAt: "" } };
const appShell = {
	buyButton: { value: "Buy" },
	contactEmail: "clinic@example.org",
	contactButton: { value: "Write" },
};
const link = "https://buy.stripe.com/a";
const monthly = <a href="/monthly">Monthly</a>;

test.each<[string, string | undefined, ReactNode, string[]]>([
	["a payment link has one button", link, undefined, [link]],
	["two payment links has two buttons", link, monthly, [link, "/monthly"]],
	["only a monthly payment link has one button", undefined, monthly, ["/monthly"]],
	["no payment link has a link to an e-mail message", undefined, undefined, ["mailto:clinic@example.org"]],
])("an entry with %s", (_, link, other, shown) => {
	const markup = renderToStaticMarkup(
		<Purchase item={sold} link={link} price={<PriceTag item={sold} />} appShell={appShell}>
			{other}
		</Purchase>,
	);
	const found = [...markup.matchAll(/£[\d.]+|(?<=href=")[^"]+/g)].map(([found]) => found);
	expect(found).toEqual(["£65.00", ...shown]);
});

test("the link in place of a payment button is a plain one where several are below one another", () => {
	const markup = renderToStaticMarkup(<Purchase item={sold} link={undefined} appShell={appShell} isPlainContact />);
	expect(markup).toContain('<a href="mailto:clinic@example.org" class="action">Write</a>');
});

test("the button is described by the entry's title and price", () => {
	expect(renderToStaticMarkup(<PriceTag item={sold} />)).toContain('<p id="one-price" class="price">');
	const markup = renderToStaticMarkup(<Purchase item={sold} link={link} appShell={appShell} />);
	expect(markup).toMatch(/aria-describedby="one-title one-price [^"]+"/);
});
