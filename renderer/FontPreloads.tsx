import type { Locale } from "../content/locales.ts";
import type { RouteName } from "../content/routes.ts";
import { listFonts } from "./fonts.ts";

type Props = {
	locale: Locale;
	route: RouteName | undefined;
	/** Inner HTML of the document's `<body>`. */
	body: string;
};

/**
 * Font preloads for the start of the `<body>`. In the `<head>`, they would delay Chromium's first paint by up to 50 ms.
 */
export function FontPreloads({ locale, route, body }: Props) {
	return listFonts(locale, route, body).map(({ href, isAccent }) => (
		<link
			key={href}
			rel="preload"
			as="font"
			type="font/woff2"
			href={href}
			crossOrigin=""
			fetchPriority={isAccent ? "low" : undefined}
		/>
	));
}
