import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Swiper } from "swiper";
import { Icon } from "./Icon.tsx";

type Props = {
	/** The id of the heading that names the list. */
	labelledBy: string;
	/** Names of the controls; `{page}` and `{count}` in the last stand for numbers. */
	labels: { previous: string; next: string; page: string };
	slides: { id: string; content: ReactNode }[];
	/** How arrows and dots scroll. */
	scrollBehavior?: "smooth" | "auto";
	/** How far from the edge slides come to rest: a length in px or %. */
	scrollPadding?: string;
	scrollMargin?: string;
};

type Position = { page: number; count: number; perPage: number };

/**
 * A list that scrolls sideways and snaps to pages; how many slides make a page is the style sheet's to say. Without
 * script the list alone is there; arrows and dots come with it and take no room that was not kept for them.
 * @throws Error when a length is in another unit (specification, section 8)
 */
export function Carousel({
	labelledBy,
	labels,
	slides,
	scrollBehavior = "smooth",
	scrollPadding,
	scrollMargin,
}: Props) {
	const padding = parseScrollLength(scrollPadding);
	const margin = parseScrollLength(scrollMargin);
	const container = useRef<HTMLDivElement>(null);
	const swiper = useRef<Swiper>(null);
	const dots = useRef<HTMLOListElement>(null);
	const [{ page, count, perPage }, setPosition] = useState<Position>({ page: 0, count: 0, perPage: 1 });

	useLayoutEffect(() => {
		function follow(current: Swiper) {
			const next = positionOf(current);
			setPosition((last) => (last.page === next.page && last.count === next.count ? last : next));
		}
		const current = new Swiper(container.current as HTMLDivElement, {
			cssMode: true,
			slidesPerView: "auto",
			on: { setTranslate: follow },
		});
		swiper.current = current;
		follow(current);
		return () => void current.destroy();
	}, []);

	function goTo(target: number) {
		// What is disabled for the eye can be pressed: it keeps the focus, and Firefox restores none of it over a reload.
		const nearest = Math.min(Math.max(target, 0), count - 1);
		const isSmooth = scrollBehavior === "smooth" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
		swiper.current?.slideTo(nearest * perPage, isSmooth ? 300 : 0);
	}

	// Not as attributes: the content security policy forbids those in the page.
	useLayoutEffect(() => {
		const { wrapperEl, slides: elements = [] } = swiper.current ?? {};
		if (wrapperEl && padding) wrapperEl.style.scrollPaddingInline = padding;
		for (const element of elements) if (margin) element.style.scrollMarginInline = margin;
	}, [padding, margin]);

	// Where there are more dots than room, the marked one is in the middle of those that show.
	useLayoutEffect(() => {
		const dot = dots.current?.children[page] as HTMLElement | undefined;
		if (dot && count) dots.current?.scrollTo(dot.offsetLeft + dot.offsetWidth / 2 - dots.current.clientWidth / 2, 0);
	}, [page, count]);

	return (
		<div className="carousel">
			<div ref={container} className="swiper">
				{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
				<ul className="swiper-wrapper" tabIndex={0} aria-labelledby={labelledBy}>
					{slides.map(({ id, content }) => (
						<li key={id} id={id} className="swiper-slide">
							{content}
						</li>
					))}
				</ul>
			</div>
			<div className="carousel-controls" hidden={count === 1}>
				<button type="button" aria-label={labels.previous} aria-disabled={page === 0} onClick={() => goTo(page - 1)}>
					<Icon name="arrow" />
				</button>
				<ol ref={dots}>
					{Array.from({ length: count }, (_, index) => (
						<li key={index}>
							<button
								type="button"
								aria-label={labels.page.replace("{page}", String(index + 1)).replace("{count}", String(count))}
								aria-current={index === page}
								onClick={() => goTo(index)}
							/>
						</li>
					))}
				</ol>
				<button type="button" aria-label={labels.next} aria-disabled={page >= count - 1} onClick={() => goTo(page + 1)}>
					<Icon name="arrow" />
				</button>
			</div>
		</div>
	);
}

/** The page that is shown most of, counted from 0. The last one may be scrolled to before it fills the view. */
function positionOf({ width, translate, isEnd, slides, slidesSizesGrid }: Swiper): Position {
	const perPage = Math.max(1, Math.round(width / (slidesSizesGrid[0] || width)));
	const count = Math.ceil(slides.length / perPage);
	const page = isEnd ? count - 1 : Math.min(Math.max(Math.round(-translate / width), 0), count - 1);
	return { page, count, perPage };
}

/**
 * Checks a scroll padding or margin.
 * @throws Error naming the value when it is no length in px or %
 */
export function parseScrollLength(value: string | undefined): string | undefined {
	if (value === undefined || /^\d+(\.\d+)?(px|%)$/.test(value)) return value;
	throw new Error(`Unsupported scroll padding or margin: "${value}". Lengths in px and % are supported.`);
}
