import { sellsOnline } from "../../content/listServices.ts";
import type { RouteName } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { Text } from "../Text/Text.tsx";

/** Note about paying, on pages that have payment buttons. Its text is a field of the Contentful entry "App shell". */
export function PaymentNote({ content, route }: { content: Snapshot; route: RouteName }) {
	if (!sellsOnline(content, route)) return null;
	return <Text as="p" className="small-print" text={content.appShell.paymentNote} />;
}
