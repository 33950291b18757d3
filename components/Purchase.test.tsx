import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Purchase } from "./Purchase.tsx";

const price = { amount: 6500, currency: "gbp", updatedAt: "" };
const appShell = { contactEmail: "clinic@example.org", contactButton: { value: "Write" } };
const link = "https://buy.stripe.com/a";

/** The price and what can be pressed, in order. */
function render(link: string | undefined, other?: ReactNode): string[] {
	const markup = renderToStaticMarkup(
		<Purchase id="one" price={price} link={link} button={{ value: "Buy" }} appShell={appShell}>
			{other}
		</Purchase>,
	);
	return [...markup.matchAll(/£[\d.]+|href="[^"]+"/g)].map(([found]) => found);
}

test("what has a payment link has its button, and whatever else there is", () => {
	expect(render(link)).toEqual(["£65.00", `href="${link}"`]);
	expect(render(link, <a href="/monthly">Monthly</a>)).toEqual(["£65.00", `href="${link}"`, 'href="/monthly"']);
});

test("what is said of paying stands where one can pay", () => {
	const note = { value: "By card" };
	const show = (link?: string) =>
		renderToStaticMarkup(
			<Purchase id="one" price={price} link={link} button={note} appShell={{ ...appShell, paymentNote: note }} />,
		);
	expect(show(link)).toContain("By card</p>");
	expect(show()).not.toContain("By card");
});

test("what has none has the link to a message where there is nothing else to press", () => {
	expect(render(undefined)).toEqual(["£65.00", 'href="mailto:clinic@example.org"']);
	expect(render(undefined, <a href="/monthly">Monthly</a>)).toEqual(["£65.00", 'href="/monthly"']);
});
