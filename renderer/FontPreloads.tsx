import cyrillicItalic from "../components/fonts/cyrillic-italic.woff2";
import cyrillic from "../components/fonts/cyrillic-normal.woff2";
import latinItalic from "../components/fonts/latin-italic.woff2";
import latin from "../components/fonts/latin-normal.woff2";
import type { Locale } from "../content/locales.ts";

const fonts: Record<Locale, { roman: string; italic: string }> = {
	"en-US": { roman: latin, italic: latinItalic },
	ru: { roman: cyrillic, italic: cyrillicItalic },
};

type Props = {
	locale: Locale;
	/** Whether the page's title has an accent, which is in italics. */
	hasAccent: boolean;
};

/**
 * Font preloads for the start of the `<body>`. In the `<head>`, they would delay Chromium's first paint by up to 50 ms.
 */
export function FontPreloads({ locale, hasAccent }: Props) {
	const attributes = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "" } as const;
	return (
		<>
			<link {...attributes} href={fonts[locale].roman} />
			{hasAccent && <link {...attributes} href={fonts[locale].italic} fetchPriority="low" />}
		</>
	);
}
