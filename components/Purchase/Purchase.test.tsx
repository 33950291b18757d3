import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Snapshot } from "../../content/snapshot.ts";
import { Purchase } from "./Purchase.tsx";

const content = {
	appShell: {
		buyButton: { value: "Buy" },
		contactEmail: "clinic@example.org",
		contactButton: { value: "Write" },
	},
	consultations: { consultations: [] },
} as unknown as Snapshot;
const link = "https://buy.stripe.com/a";
const monthly = <a href="/monthly">Monthly</a>;

test.each<[string, string | undefined, ReactNode, string[]]>([
	["a payment link has one button", link, undefined, [link]],
	["two payment links has two buttons", link, monthly, [link, "/monthly"]],
	["only a monthly payment link has one button", undefined, monthly, ["/monthly"]],
	["no payment link has an e-mail link", undefined, undefined, ["mailto:clinic@example.org"]],
])("an entry with %s", (_, link, other, shown) => {
	const markup = renderToStaticMarkup(
		<Purchase item={{ id: "one" }} link={link} content={content}>
			{other}
		</Purchase>,
	);
	expect([...markup.matchAll(/href="([^"]+)/g)].map(([, href]) => href)).toEqual(shown);
});

test.each([
	["the only primary button", "first", "button"],
	["quiet buttons beside it", "other", "button quiet"],
])("the first step has %s", (_, id, className) => {
	const consultations = { consultations: [{ id: "first", beginHere: true }] };
	const withStep = { ...content, consultations } as unknown as Snapshot;
	const markup = renderToStaticMarkup(<Purchase item={{ id }} link={link} content={withStep} />);
	expect(markup).toContain(`class="${className}"`);
});
