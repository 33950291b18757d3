import { progressBarContract } from "./progressBarContract.ts";
import "./ProgressBar.css";

/** Bar at the top of the window that shows the scrolled share of the page. */
export function ProgressBar() {
	return <progressBarContract.element />;
}
