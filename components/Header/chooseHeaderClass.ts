import { pages } from "../../content/pages.ts";
import { listShownRoutes } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";

/** Widths in rem, in the widest of the common system fonts, DejaVu Sans. */
const widths = {
	character: { "en-US": 0.54, ru: 0.575 },
	boldCharacter: 0.62,
	/** Space between two links, and inside them. */
	linkSpace: 0.95,
	/** Language switch, and the spaces between the parts of the header. */
	others: 9,
	/** Padding of the contact button, and its maximum width. */
	buttonPadding: 2.2,
	maxButton: 16,
	logoHeight: 2.25,
};

/** Maximum width of the texts of all links in one row of a window 769 pixels wide, where the font is smaller. */
const maxTextWidth = 38.5;

/** Space for all parts of the header in one row, as wide as the content below, in rem. */
const available = 69.2;

/** Share of the texts' width that the smaller font of a crowded header saves. */
const savedShare = 0.065;

/** Space for the links in a row of their own, in rem. */
const maxLinksWidth = 68;

/**
 * Chooses the classes of the header by the estimated widths of its parts, so that it has at most two rows.
 * - `crowded`: the links have a smaller font, because the header would be wider than the content below.
 * - `packed`: the links have a row of their own, because even so they would not fit.
 * - `long-menu`: in windows narrower than 1,280 pixels, the links are behind the menu button.
 * - `endless-menu`: in all windows, the links are behind the menu button.
 */
export function chooseHeaderClass(content: Snapshot): string {
	const labels = listShownRoutes(content).map((name) => pages[name].label(content).value);
	const textWidth = labels.join("").length * widths.character[content.locale];
	const linksWidth = textWidth + labels.length * widths.linkSpace;
	const width = linksWidth + estimateLogoWidth(content) + estimateButtonWidth(content) + widths.others;
	const classes = ["bar"];
	if (width > available) classes.push("crowded");
	if (width - savedShare * textWidth > available) classes.push("packed");
	if (textWidth > maxTextWidth) classes.push("long-menu");
	if (linksWidth > maxLinksWidth) classes.push("endless-menu");
	return classes.join(" ");
}

function estimateLogoWidth({ navigation: { logo } }: Snapshot): number {
	return logo ? (widths.logoHeight * logo.width) / logo.height : 8;
}

function estimateButtonWidth({ appShell: { contactButton } }: Snapshot): number {
	const width = contactButton.value.length * widths.boldCharacter + widths.buttonPadding;
	return Math.min(width, widths.maxButton);
}
