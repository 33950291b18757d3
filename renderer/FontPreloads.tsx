import cyrillicItalic from "../components/fonts/cyrillic-italic.woff2";
import cyrillic from "../components/fonts/cyrillic-normal.woff2";
import latinItalic from "../components/fonts/latin-italic.woff2";
import latin from "../components/fonts/latin-normal.woff2";
import type { Locale } from "../content/locales.ts";
import type { RouteName } from "../content/routes.ts";
import type { Snapshot } from "../content/snapshot.ts";

const fonts: Record<Locale, { roman: string; italic: string }> = {
	"en-US": { roman: latin, italic: latinItalic },
	ru: { roman: cyrillic, italic: cyrillicItalic },
};

/**
 * Font preloads for the start of the `<body>`. In the `<head>`, they would delay Chromium's first paint by up to 50 ms.
 */
export function FontPreloads({ content, route }: { content: Snapshot; route: RouteName | undefined }) {
	const { roman, italic } = fonts[content.locale];
	// The accent of the home page's title is in italics.
	const hasAccent = route === "home" && content.home.heroTitleAccent !== undefined;
	const attributes = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "" } as const;
	return (
		<>
			<link {...attributes} href={roman} />
			{hasAccent && <link {...attributes} href={italic} fetchPriority="low" />}
		</>
	);
}
