import { progressBarContract } from "./progressBarContract.ts";
import "./ProgressBar.css";

/**
 * Bar at the top of the window that shows the scrolled share of the page. It is a scroll-driven animation.
 * `ProgressBar.client.ts` replaces the animation in browsers without such animations.
 */
export function ProgressBar() {
	return <progressBarContract.element />;
}
