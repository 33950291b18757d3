import { Swiper } from "swiper";
import { carouselContract } from "./carouselContract.ts";
import { createControls } from "./createControls.client.ts";

const { attributes } = carouselContract;

/** Scroll position of a carousel: current page (counted from 0), number of pages, and slides per page. */
type Position = { page: number; count: number; perPage: number };

/**
 * Starts Swiper in a carousel and makes its arrows and dots work.
 * @param signal stops Swiper and removes all listeners when it is aborted
 */
export function startSwiper(carousel: HTMLElement, signal: AbortSignal): void {
	let shown: Position = { page: 0, count: 0, perPage: 1 };
	const drawControls = createControls(carousel, turnTo, signal);
	const swiper = new Swiper(carousel, {
		cssMode: true,
		slidesPerView: "auto",
		// Swiper's own update scrolls to the current page, and so stops a turn while the carousel becomes higher.
		updateOnWindowResize: false,
		on: { setTranslate: updateControls, resize: measure },
	});
	setScrollLengths(carousel, swiper);
	measure(swiper);
	// A preview of drafts can add or remove slides in the open page.
	const slideObserver = new MutationObserver(() => measure(swiper));
	slideObserver.observe(swiper.wrapperEl, { childList: true });
	signal.addEventListener("abort", () => {
		slideObserver.disconnect();
		swiper.destroy();
	});

	// Receives `current` as an argument, because Swiper's constructor calls `updateControls` before `swiper` is set.
	function updateControls(current: Swiper): void {
		const { page, count } = shown;
		shown = measurePosition(current);
		if (shown.page !== page || shown.count !== count) drawControls(shown.page, shown.count);
	}

	function turnTo(target: number): void {
		const page = clampPage(target, shown.count);
		const isMotionAllowed = !matchMedia("(prefers-reduced-motion: reduce)").matches;
		const isSmooth = isMotionAllowed && carousel.getAttribute(attributes.scrollBehavior) !== "auto";
		// A speed of 0 jumps. Otherwise the browser scrolls smoothly, at a speed that it chooses.
		swiper.slideTo(page * shown.perPage, isSmooth ? undefined : 0);
	}
}

/** Measures carousel and slides, and reads the scroll position, which browsers may restore after a reload. */
function measure(swiper: Swiper): void {
	swiper.updateSize();
	swiper.updateSlides();
	swiper.wrapperEl.dispatchEvent(new Event("scroll"));
}

/** Sets scroll padding and margin by script, because the content security policy forbids style attributes. */
function setScrollLengths(carousel: HTMLElement, swiper: Swiper): void {
	const padding = carousel.getAttribute(attributes.scrollPadding);
	const margin = carousel.getAttribute(attributes.scrollMargin);
	if (padding) swiper.wrapperEl.style.scrollPaddingInline = padding;
	if (!margin) return;
	for (const slide of swiper.slides) slide.style.scrollMarginInline = margin;
}

function measurePosition({ width, translate, isEnd, slides, slidesSizesGrid }: Swiper): Position {
	const slideWidth = slidesSizesGrid[0] || width;
	const perPage = Math.max(1, Math.round(width / slideWidth));
	const count = Math.ceil(slides.length / perPage);
	const page = isEnd ? count - 1 : clampPage(Math.round(-translate / width), count);
	return { page, count, perPage };
}

function clampPage(page: number, count: number): number {
	return Math.min(Math.max(page, 0), count - 1);
}
