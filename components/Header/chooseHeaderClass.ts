import { pages } from "../../content/pages.ts";
import { listShownRoutes } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";

/** Widths in rem, in the widest of the common system fonts, DejaVu Sans. */
const widths = {
	character: 0.58,
	boldCharacter: 0.62,
	/** Space between two links, and inside them. */
	linkSpace: 1.1,
	/** Language switch, and the spaces between the parts of the header. */
	others: 8.5,
	/** Padding of the contact button, and its maximum width. */
	buttonPadding: 2.2,
	maxButton: 16,
	logoHeight: 2.25,
};

/** Maximum number of letters in the links of one row in a window 769 pixels wide. */
const maxLetters = 73;

/** Space for all parts of the header in one row, in rem: on a page, and in a window 1,280 pixels wide. */
const available = { page: 68.5, window: 73 };

/** Space for the links in a row of their own, in rem. */
const maxLinksWidth = 70;

/**
 * Chooses the classes of the header by the estimated widths of its parts, so that it has at most two rows.
 * - `crowded`: the header is as wide as the window.
 * - `overfull`: the links have a row of their own, also in wide windows.
 * - `long-menu`: in windows narrower than 1,280 pixels, the links are behind the menu button.
 * - `endless-menu`: in all windows, the links are behind the menu button.
 */
export function chooseHeaderClass(content: Snapshot): string {
	const labels = listShownRoutes(content).map((name) => pages[name].label(content).value);
	const letterCount = labels.join("").length;
	const linksWidth = letterCount * widths.character + labels.length * widths.linkSpace;
	const width = linksWidth + estimateLogoWidth(content) + estimateButtonWidth(content) + widths.others;
	const classes = ["bar"];
	if (width > available.page) classes.push("crowded");
	if (width > available.window) classes.push("overfull");
	if (letterCount > maxLetters) classes.push("long-menu");
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
