import type { ReactNode } from "react";
import { Icon } from "../Icon/Icon.tsx";
import { carouselContract } from "./carouselContract.ts";
import "./Carousel.css";

const { parts, attributes } = carouselContract;

type Props = {
	/** Id of the heading that names the list. */
	labelledBy: string;
	/** Names of the controls; `{page}` and `{count}` in the last stand for numbers. */
	labels: { previous: string; next: string; page: string };
	slides: { id: string; content: ReactNode }[];
	/** Scroll behaviour of arrows and dots. */
	scrollBehavior?: "smooth" | "auto";
	/** Scroll padding of the list, which is the distance of a snapped slide from its edge: a length in px or %. */
	scrollPadding?: string;
	/** Scroll margin of each slide: a length in px or %. */
	scrollMargin?: string;
};

/**
 * List that scrolls sideways and snaps to pages. The style sheet decides how many slides make a page.
 * Without script it is a plain list. The script of `Carousel.client.ts` shows the arrows and adds the dots.
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
		<carouselContract.element
			{...{
				[attributes.scrollBehavior]: scrollBehavior === "smooth" ? undefined : scrollBehavior,
				[attributes.scrollPadding]: parseScrollLength(scrollPadding),
				[attributes.scrollMargin]: parseScrollLength(scrollMargin),
			}}
		>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
			<ul className="swiper-wrapper" tabIndex={0} aria-labelledby={labelledBy}>
				{slides.map(({ id, content }) => (
					<li key={id} id={id} className="swiper-slide">
						{content}
					</li>
				))}
			</ul>
			<div data-part={parts.controls} hidden={slides.length === 1}>
				<Arrow part={parts.previous} label={labels.previous} />
				{/* Hidden while it is empty, so that screen readers announce no list. */}
				<ol data-part={parts.dots} {...{ [attributes.dotLabel]: labels.page }} hidden />
				<Arrow part={parts.next} label={labels.next} />
			</div>
		</carouselContract.element>
	);
}

/**
 * Button that turns a page. It has `aria-disabled` instead of `disabled`, so that it keeps the focus at either end, and
 * Firefox does not restore its state after a reload.
 */
function Arrow({ part, label }: { part: string; label: string }) {
	return (
		<button type="button" data-part={part} aria-label={label} aria-disabled>
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
