import { createContext, use } from "react";
import type { PictureValue, TextValue } from "../../content/snapshot.ts";
import { sourceAttributes } from "../sourceAttributes.ts";
import { avifSourceSet, fallbackSourceSet } from "./pictureFiles.ts";
import { wideScreen } from "./sizes.ts";
import "./Picture.css";

/** Picture that the page's head preloads. */
export type FirstPicture = {
	picture: PictureValue;
	/** Value of its `sizes` attribute. */
	sizes: string;
	/** Media query of the screens on which it is preloaded. Absent for all screens. */
	media?: string;
};

/** Receives the first picture of a page while the page's body is rendered. The head is rendered afterwards. */
export const FirstPictureContext = createContext<(first: FirstPicture) => void>(() => {});

/** Value of the `fetchpriority` attribute by `loading`. */
const priorities = {
	lazy: undefined,
	first: "high",
	firstWhenWide: "low",
	afterWords: "low",
} as const;

type Loading = keyof typeof priorities;

type Props = {
	picture: PictureValue | undefined;
	/** The displayed width, one of `sizes`. */
	sizes: string;
	/**
	 * - `first`: the largest paint of the first screen. The head preloads it.
	 * - `firstWhenWide`: the largest paint on wide screens only, where the head preloads it. On phones it loads at once, but
	 *   after the font.
	 * - `afterWords`: a smaller picture of the first screen, which must not delay the font. A photograph loads once layout has
	 *   found it near the viewport.
	 */
	loading?: Loading;
	/** Alternative text for an asset without a title. Absent when a text beside the picture describes the picture. */
	fallbackName?: TextValue | undefined;
	className?: string;
};

/** A picture from the content, or nothing when there is none. */
export function Picture({ picture, sizes, loading = "lazy", fallbackName, className }: Props) {
	const preload = use(FirstPictureContext);
	if (!picture) return null;
	if (loading === "first") preload({ picture, sizes });
	if (loading === "firstWhenWide") preload({ picture, sizes, media: wideScreen });
	const { src, width, height, placeholderNumber, backdrop } = picture;
	const isPhotograph = picture.widths !== undefined;
	const isMeasured = isPhotograph && loading === "lazy";
	const title = picture.title.value ? picture.title : fallbackName;
	const placeholderClass = placeholderNumber && `tone-${placeholderNumber}`;
	const backdropClass = backdrop && `backdrop backdrop-${backdrop}`;
	return (
		// Without <picture>, React would add a preload of the fallback file before an eager picture.
		<picture>
			{isPhotograph && (
				// A lazy picture is requested after layout, so `auto` uses its real width:
				// https://html.spec.whatwg.org/multipage/images.html#sizes-attributes
				<source type="image/avif" srcSet={avifSourceSet(picture)} sizes={isMeasured ? `auto, ${sizes}` : sizes} />
			)}
			<img
				src={src}
				// `auto` in <source> takes effect only when <img> has it, too, with a `srcset`.
				srcSet={isMeasured ? fallbackSourceSet(picture) : undefined}
				sizes={isMeasured ? "auto" : undefined}
				alt={title?.value ?? ""}
				lang={title?.lang}
				width={width}
				height={height}
				loading={isLazy(loading, isPhotograph) ? "lazy" : "eager"}
				fetchPriority={priorities[loading]}
				decoding="async"
				className={[placeholderClass, backdropClass, className].filter(Boolean).join(" ") || undefined}
				{...sourceAttributes(picture)}
			/>
		</picture>
	);
}

function isLazy(loading: Loading, isPhotograph: boolean): boolean {
	if (loading === "afterWords") return isPhotograph;
	return loading === "lazy";
}
