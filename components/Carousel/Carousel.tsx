import type { DetailedHTMLProps, HTMLAttributes, ReactNode } from "react";
import { Icon } from "../Icon/Icon.tsx";
import "./Carousel.css";

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			/** Comes alive by itself: CarouselElement.client.ts. */
			"site-carousel": DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;
		}
	}
}

type Props = {
	/** The id of the heading that names the list. */
	labelledBy: string;
	/** Names of the controls; `{page}` and `{count}` in the last stand for numbers. */
	labels: { previous: string; next: string; page: string };
	slides: { id: string; content: ReactNode }[];
	/** Scroll behaviour of arrows and dots. */
	scrollBehavior?: "smooth" | "auto";
	/** Distance between the edge and a slide at rest: a length in px or %. */
	scrollPadding?: string;
	scrollMargin?: string;
};

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
	return (
		<site-carousel
			className="carousel"
			data-scroll-behavior={scrollBehavior}
			data-scroll-padding={parseScrollLength(scrollPadding)}
			data-scroll-margin={parseScrollLength(scrollMargin)}
		>
			<div className="swiper">
				{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
				<ul className="swiper-wrapper" tabIndex={0} aria-labelledby={labelledBy}>
					{slides.map(({ id, content }) => (
						<li key={id} id={id} className="swiper-slide">
							{content}
						</li>
					))}
				</ul>
			</div>
			<div className="carousel-controls" hidden={slides.length === 1}>
				<Arrow label={labels.previous} />
				{/* Until there are dots in it, it is no list to anybody. */}
				<ol data-label={labels.page} hidden />
				<Arrow label={labels.next} />
			</div>
		</site-carousel>
	);
}

/** `aria-disabled` instead of `disabled`: the arrow keeps the focus at either end, and Firefox restores no state over a reload. */
function Arrow({ label }: { label: string }) {
	return (
		<button type="button" aria-label={label} aria-disabled>
			<Icon name="arrow" />
		</button>
	);
}

/**
 * Checks a scroll padding or margin.
 * @throws Error naming the value when it is no length in px or %
 */
function parseScrollLength(value: string | undefined): string | undefined {
	if (value === undefined || /^\d+(\.\d+)?(px|%)$/.test(value)) return value;
	throw new Error(`Unsupported scroll padding or margin: "${value}". Lengths in px and % are supported.`);
}
