import { Swiper } from "swiper";

/** Maximum wait for the `scrollend` event, in milliseconds, because older Safari has no such event. */
const scrollTimeoutMs = 3_000;

/** Duration of the motion with which the page follows the height of the list, in milliseconds. */
const followMs = 150;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Starts Swiper in a carousel and makes its arrows and dots work. Each slide is a page of its own.
 * @param observeSlides is called when slides have been added
 */
export async function startSwiper(carousel: HTMLElement, observeSlides: () => void): Promise<void> {
	const previous = requirePart(carousel, "previous");
	const next = requirePart(carousel, "next");
	const dotList = requirePart(carousel, "dots");
	const listDots = () => [...dotList.querySelectorAll("button")];
	const listSlides = () => [...carousel.querySelectorAll<HTMLElement>(".swiper-slide")];
	const findShown = () => listSlides().findIndex((element) => !element.hasAttribute("data-aside"));

	// The list snaps when Swiper starts, so wait while the visitor scrolls it. A restored position has no `scrollend`.
	const edge = carousel.getBoundingClientRect().left;
	const isAtEdge = (element: Element) => Math.abs(element.getBoundingClientRect().left - edge) < 2;
	if (!listSlides().some(isAtEdge)) {
		await new Promise((resolve) => {
			// The event does not bubble.
			carousel.addEventListener("scrollend", resolve, { capture: true, once: true });
			setTimeout(resolve, scrollTimeoutMs);
		});
	}

	// Swiper's own listener would stop a turn when only the height changes.
	const swiper = new Swiper(carousel, {
		cssMode: true,
		slidesPerView: "auto",
		updateOnWindowResize: false,
	});
	const list = swiper.wrapperEl;

	// The content security policy forbids style attributes, so a script sets these lengths.
	list.style.scrollPaddingInline = carousel.dataset.scrollPadding ?? "";
	for (const { style } of listSlides())
		style.scrollMarginInline = carousel.dataset.scrollMargin ?? "";
	// Keeps the space of the scrollbar, which disappears.
	list.style.paddingBlockEnd = `${list.offsetHeight - list.clientHeight}px`;

	function drawControls(): void {
		const shown = findShown();
		// A button with the attribute `disabled` would lose the focus.
		previous.ariaDisabled = String(shown === 0);
		next.ariaDisabled = String(shown === listSlides().length - 1);
		for (const [index, dot] of listDots().entries()) {
			dot.ariaCurrent = String(index === shown);
			// Scrolls an overflowing row of dots.
			if (index === shown)
				dotList.scrollTo(dot.offsetLeft + dot.offsetWidth / 2 - dotList.clientWidth / 2, 0);
		}
	}

	function turnTo(index: number, isSmooth = !reducedMotion.matches): void {
		// Swiper measures when it starts. Widths, slides and, by a translator, the direction can have changed.
		swiper.rtlTranslate = getComputedStyle(list).direction === "rtl";
		swiper.updateSize();
		swiper.updateSlides();
		list.dispatchEvent(new Event("scroll"));
		// A speed of 0 jumps. Otherwise the browser scrolls smoothly, at a speed that it chooses.
		swiper.slideTo(index, isSmooth ? undefined : 0);
	}

	drawControls();
	let height = carousel.offsetHeight;
	new ResizeObserver(() => {
		height = carousel.offsetHeight;
		if (swiper.width !== carousel.clientWidth) turnTo(findShown(), false);
	}).observe(carousel);
	new MutationObserver(() => {
		drawControls();
		moveFollowing(carousel, height - carousel.offsetHeight);
		height = carousel.offsetHeight;
	}).observe(list, { subtree: true, attributeFilter: ["data-aside"] });
	// A preview of drafts can add or remove slides in the open page.
	new MutationObserver(() => {
		observeSlides();
		drawControls();
	}).observe(list, { childList: true });
	previous.addEventListener("click", () => turnTo(findShown() - 1));
	next.addEventListener("click", () => turnTo(findShown() + 1));
	dotList.addEventListener("click", ({ target }) => {
		if (target instanceof HTMLButtonElement) turnTo(listDots().indexOf(target));
	});
}

/**
 * Moves what follows a carousel from its earlier place to its present one, so that browsers count no layout shift.
 * @param distance of the earlier place from the present one, in pixels
 */
function moveFollowing(carousel: Element, distance: number): void {
	for (const element of document.querySelectorAll("main > *, main ~ *")) {
		if (carousel.compareDocumentPosition(element) !== Node.DOCUMENT_POSITION_FOLLOWING) continue;
		element.animate(
			{ translate: [`0 ${distance}px`, "none"] },
			{ duration: reducedMotion.matches ? 1 : followMs, composite: "add" },
		);
	}
}

/**
 * Returns the descendant of `host` with a given `data-part` attribute.
 * @throws Error when the part is missing
 */
function requirePart(host: HTMLElement, name: string): HTMLElement {
	const part = host.querySelector<HTMLElement>(`[data-part=${name}]`);
	if (part) return part;
	throw new Error(`<${host.localName}> has no element with data-part="${name}".`);
}
