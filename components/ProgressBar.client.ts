/** For browsers whose CSS cannot follow the scroll. Heights are measured when they change, not while scrolling. */
let distance = 0;
let isAsked = false;

new ResizeObserver(([entry]) => {
	distance = (entry?.contentRect.height ?? 0) - innerHeight;
	draw();
}).observe(document.documentElement);

function draw() {
	isAsked = false;
	const share = distance > 0 ? Math.min(scrollY / distance, 1) : 0;
	document.querySelector<HTMLElement>(".progress")?.style.setProperty("scale", `${share} 1`);
}

addEventListener(
	"scroll",
	() => {
		if (!isAsked) requestAnimationFrame(draw);
		isAsked = true;
	},
	{ passive: true },
);

export {};
