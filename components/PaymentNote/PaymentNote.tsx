import { pages } from "../../content/pages.ts";
import type { RouteName } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { Text } from "../Text/Text.tsx";

/** Payment note from the app shell entry. It is shown once on each page that has payment buttons. */
export function PaymentNote({ content, route }: { content: Snapshot; route: RouteName }) {
	const offers = pages[route].sells?.offers(content) ?? [];
	if (!offers.some(({ isBuyable }) => isBuyable)) return null;
	return <Text as="p" className="small-print" of={content.appShell.paymentNote} />;
}
