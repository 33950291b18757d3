// Progress bar for browsers without scroll-driven animations. It shows the scrolled share of the page.
const bar = document.querySelector<HTMLElement>(".progress");

if (!CSS.supports("animation-timeline: scroll()")) {
	addEventListener("scroll", draw, { passive: true });
	addEventListener("resize", draw);
	new ResizeObserver(draw).observe(document.documentElement);
}

function draw(): void {
	const distance = document.documentElement.scrollHeight - innerHeight;
	const share = distance > 0 ? Math.min(scrollY / distance, 1) : 0;
	bar?.style.setProperty("scale", `${share} 1`);
}

export {};
