import type { DetailedHTMLProps, HTMLAttributes, ReactNode } from "react";
import { Icon } from "../Icon/Icon.tsx";

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"site-carousel": DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;
		}
	}
}

type Props = {
	/** Id of the heading that labels the list of slides. */
	labelledBy: string;
	/** Accessible names of the arrows, and the template of the dots' names: `Page {page} of {count}`. */
	labels: { previous: string; next: string; page: string };
	slides: { key: string; content: ReactNode }[];
	/**
	 * CSS `scroll-padding` of the list, in px or %. No page sets it or `scrollMargin`: both are here for the error of the
	 * specification's error catalogue.
	 */
	scrollPadding?: string;
	/** CSS `scroll-margin` of each slide, in px or %. */
	scrollMargin?: string;
};

/**
 * Carousel: a list that scrolls horizontally and snaps to its slides. Each slide is a page.
 * @throws Error when `scrollPadding` or `scrollMargin` is not a length in px or %
 */
export function Carousel({ labelledBy, labels, slides, scrollPadding, scrollMargin }: Props) {
	const nameDot = (index: number) =>
		labels.page.replace("{page}", String(index + 1)).replace("{count}", String(slides.length));
	return (
		<site-carousel
			data-scroll-padding={parseScrollLength(scrollPadding)}
			data-scroll-margin={parseScrollLength(scrollMargin)}
		>
			<div data-part="controls">
				<Arrow part="previous" label={labels.previous} />
				<ol data-part="dots">
					{slides.map(({ key }, index) => (
						<li key={key}>
							<button type="button" aria-label={nameDot(index)} />
						</li>
					))}
				</ol>
				<Arrow part="next" label={labels.next} />
			</div>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard (WCAG 2.1.1) */}
			<ul className="swiper-wrapper" tabIndex={0} aria-labelledby={labelledBy}>
				{slides.map(({ key, content }) => (
					<li key={key} className="swiper-slide">
						{content}
					</li>
				))}
			</ul>
		</site-carousel>
	);
}

function Arrow({ part, label }: { part: string; label: string }) {
	return (
		<button type="button" data-part={part} aria-label={label}>
			<Icon name="arrow" />
		</button>
	);
}

/**
 * Checks that a value is a CSS length in px or %, and returns it unchanged.
 * @throws Error that contains the value
 */
function parseScrollLength(value: string | undefined): string | undefined {
	if (value === undefined || /^\d+(\.\d+)?(px|%)$/.test(value)) return value;
	throw new Error(
		`Unsupported scroll padding or margin: "${value}". Lengths in px and % are supported.`,
	);
}
