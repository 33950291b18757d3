import { Swiper } from "swiper";

/**
 * Makes arrows and dots turn the pages of a carousel, and follow where its list is scrolled to.
 * @param carousel the element that Carousel.tsx writes
 * @returns what lets go of it
 */
export function driveCarousel(carousel: HTMLElement): () => void {
	const { scrollBehavior, scrollPadding, scrollMargin } = carousel.dataset;
	const [container, controls] = carousel.children as Iterable<Element> as [HTMLElement, HTMLElement];
	const [previous, dots, next] = controls.children as Iterable<Element> as [HTMLElement, HTMLElement, HTMLElement];
	/** Position that the controls show. */
	let shown: Position = { page: 0, count: 0, perPage: 1 };

	function follow(current: Swiper) {
		const { page, count } = shown;
		shown = positionOf(current);
		if (shown.page !== page || shown.count !== count) draw();
	}

	function draw() {
		const { page, count } = shown;
		controls.hidden = count === 1;
		dots.hidden = false;
		previous.ariaDisabled = String(page === 0);
		next.ariaDisabled = String(page >= count - 1);
		while (dots.childElementCount > count) dots.lastElementChild?.remove();
		while (dots.childElementCount < count) dots.append(createDot(dots.childElementCount));
		for (const [index, dot] of [...dots.querySelectorAll("button")].entries()) {
			dot.ariaLabel = (dots.dataset.label as string).replace("{page}", `${index + 1}`).replace("{count}", `${count}`);
			dot.ariaCurrent = String(index === page);
		}
		// When the dots overflow, the current one is centred.
		const { offsetLeft, offsetWidth } = dots.children[page] as HTMLElement;
		dots.scrollTo(offsetLeft + offsetWidth / 2 - dots.clientWidth / 2, 0);
	}

	function createDot(index: number): Element {
		const dot = document.createElement("button");
		dot.type = "button";
		dot.onclick = () => goTo(index);
		const item = document.createElement("li");
		item.append(dot);
		return item;
	}

	function goTo(target: number) {
		// A button with `aria-disabled` still receives clicks.
		const nearest = Math.min(Math.max(target, 0), shown.count - 1);
		const isSmooth = scrollBehavior === "smooth" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
		swiper.slideTo(nearest * shown.perPage, isSmooth ? 300 : 0);
	}

	const swiper = new Swiper(container, { cssMode: true, slidesPerView: "auto", on: { setTranslate: follow } });
	// Set by script, because the content security policy forbids style attributes.
	if (scrollPadding) swiper.wrapperEl.style.scrollPaddingInline = scrollPadding;
	for (const slide of swiper.slides) if (scrollMargin) slide.style.scrollMarginInline = scrollMargin;
	// A browser may have put the list where it was before the page was loaded again; Swiper looks at it when it scrolls.
	swiper.wrapperEl.dispatchEvent(new Event("scroll"));
	previous.onclick = () => goTo(shown.page - 1);
	next.onclick = () => goTo(shown.page + 1);
	// A preview adds and removes slides while the page is open.
	const slideObserver = new MutationObserver(() => {
		swiper.update();
		follow(swiper);
	});
	slideObserver.observe(swiper.wrapperEl, { childList: true });
	return () => {
		slideObserver.disconnect();
		swiper.destroy();
	};
}

type Position = { page: number; count: number; perPage: number };

/** The page that is shown most of, counted from 0. The last one may be scrolled to before it fills the view. */
function positionOf({ width, translate, isEnd, slides, slidesSizesGrid }: Swiper): Position {
	const perPage = Math.max(1, Math.round(width / (slidesSizesGrid[0] || width)));
	const count = Math.ceil(slides.length / perPage);
	const page = isEnd ? count - 1 : Math.min(Math.max(Math.round(-translate / width), 0), count - 1);
	return { page, count, perPage };
}
