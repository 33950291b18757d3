/**
 * Oldest browsers that the site supports, as targets of the bundler. Older ones lack cascade layers (Safari), individual
 * transforms (Chromium) or ARIA attributes as properties (Firefox), which cannot be lowered.
 */
export const oldestBrowsers = ["chrome105", "edge105", "firefox119", "safari15.4", "ios15.4"];
