import { SiteElement } from "../SiteElement.client.ts";

/** Progress bar for browsers without scroll-driven animations. It shows the scrolled share of the page. */
export class ProgressBarElement extends SiteElement {
	protected connect(signal: AbortSignal): void {
		addEventListener("scroll", this.#draw, { passive: true, signal });
		addEventListener("resize", this.#draw, { signal });
		const pageObserver = new ResizeObserver(this.#draw);
		pageObserver.observe(document.documentElement);
		signal.addEventListener("abort", () => pageObserver.disconnect());
	}

	#draw = (): void => {
		const distance = document.documentElement.scrollHeight - innerHeight;
		const share = distance > 0 ? Math.min(scrollY / distance, 1) : 0;
		this.style.setProperty("scale", `${share} 1`);
	};
}
