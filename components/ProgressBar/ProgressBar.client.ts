/** For browsers whose CSS cannot follow the scroll. The height of the page or of the window may change without a scroll. */
let isAsked = false;

function draw() {
	isAsked = false;
	const distance = document.documentElement.scrollHeight - innerHeight;
	const share = distance > 0 ? Math.min(scrollY / distance, 1) : 0;
	document.querySelector<HTMLElement>(".progress")?.style.setProperty("scale", `${share} 1`);
}

function ask() {
	if (!isAsked) requestAnimationFrame(draw);
	isAsked = true;
}

addEventListener("scroll", ask, { passive: true });
addEventListener("resize", ask);
new ResizeObserver(ask).observe(document.documentElement);
// In the other language the bar is another one.
new MutationObserver(ask).observe(document.documentElement, { attributeFilter: ["lang"] });

export {};
