import { Swiper } from "swiper";
import { requirePart } from "../requirePart.client.ts";
import { carouselContract } from "./carouselContract.ts";

const { parts, attributes } = carouselContract;

/** Starts Swiper in a carousel and makes its arrows and dots work. Each slide is a page of its own. */
export function startSwiper(carousel: HTMLElement): void {
	const previous = requirePart(carousel, parts.previous);
	const next = requirePart(carousel, parts.next);
	const dotList = requirePart(carousel, parts.dots);
	const listDots = () => [...dotList.querySelectorAll("button")];
	const swiper = new Swiper(carousel, { cssMode: true, slidesPerView: "auto" });
	const list = swiper.wrapperEl;

	// The content security policy forbids style attributes, so a script sets these lengths.
	list.style.scrollPaddingInline = carousel.getAttribute(attributes.scrollPadding) ?? "";
	for (const slide of swiper.slides) {
		slide.style.scrollMarginInline = carousel.getAttribute(attributes.scrollMargin) ?? "";
	}

	function drawControls(): void {
		const { activeIndex, slides } = swiper;
		// A button with the attribute `disabled` would lose the focus.
		previous.ariaDisabled = String(activeIndex === 0);
		next.ariaDisabled = String(activeIndex === slides.length - 1);
		for (const [index, dot] of listDots().entries()) {
			dot.ariaCurrent = String(index === activeIndex);
			// Scrolls an overflowing row of dots.
			if (index === activeIndex)
				dotList.scrollTo(dot.offsetLeft + dot.offsetWidth / 2 - dotList.clientWidth / 2, 0);
		}
	}

	/** Reads slides and scroll position. Browsers may restore the position after a reload. */
	function readSlides(): void {
		swiper.updateSlides();
		list.dispatchEvent(new Event("scroll"));
		drawControls();
	}

	function turnTo(index: number): void {
		const isSmooth = !matchMedia("(prefers-reduced-motion: reduce)").matches;
		// A speed of 0 jumps. Otherwise the browser scrolls smoothly, at a speed that it chooses.
		swiper.slideTo(index, isSmooth ? undefined : 0);
	}

	swiper.on("slideChange", drawControls);
	readSlides();
	// Swiper's own listener would stop a turn when only the height changes, for example by a phone's address bar.
	swiper.off("resize");
	swiper.on("resize", () => {
		if (swiper.width !== carousel.clientWidth) swiper.update();
	});
	// A preview of drafts can add or remove slides in the open page.
	new MutationObserver(readSlides).observe(list, { childList: true });
	previous.addEventListener("click", () => turnTo(swiper.activeIndex - 1));
	next.addEventListener("click", () => turnTo(swiper.activeIndex + 1));
	dotList.addEventListener("click", ({ target }) => {
		if (target instanceof HTMLButtonElement) turnTo(listDots().indexOf(target));
	});
}
