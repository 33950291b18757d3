import { progressBarContract } from "./progressBarContract.ts";
import "./ProgressBar.css";

/**
 * Bar that grows as the page is scrolled: by a scroll-driven animation, or by `ProgressBar.client.ts` in browsers without
 * such animations.
 */
export function ProgressBar() {
	return <progressBarContract.element />;
}
