import "./ProgressBar.css";

/** Bar at the lower edge of the header that shows the scrolled share of the page. */
export function ProgressBar() {
	return <div className="progress" />;
}
