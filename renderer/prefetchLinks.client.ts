// Lets the speculation rules prefetch links that a visitor is likely to follow.

// Only Chromium, which has the Network Information API, follows the rules: https://wicg.github.io/netinfo/
const { connection } = navigator as { connection?: { effectiveType: string } };

// Chromium itself ignores the rules for visitors who save data, but not on slow networks.
if (connection?.effectiveType === "4g") addEventListener("pointerdown", markPage, { once: true });

/** Marks the page when a visitor begins to use it. */
function markPage(): void {
	document.documentElement.toggleAttribute("data-prefetch");
}
