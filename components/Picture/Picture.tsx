import { createContext, use } from "react";
import type { PictureValue, TextValue } from "../../content/snapshot.ts";
import { createSourceAttributes } from "../createSourceAttributes.ts";
import { formatAvifSourceSet, formatFallbackSourceSet } from "./pictureFiles.ts";
import { wideScreen } from "./sizes.ts";
import "./Picture.css";

/** Picture that is preloaded in the document's head. */
export type FirstPicture = {
	picture: PictureValue;
	/** Value of the `sizes` attribute. */
	sizes: string;
	/** Media query of the screens that preload the picture. Absent when all screens do. */
	media?: string;
};

/** Callback that receives the picture to preload in the head, which is rendered after the body. */
export const FirstPictureContext = createContext<(first: FirstPicture) => void>(() => {});

/** Value of the `fetchpriority` attribute for each value of `loading`. */
const priorities = {
	/** Loads when the picture is near the viewport. */
	lazy: undefined,
	/** Largest picture of the first screen, preloaded in the head. */
	first: "high",
	/** Largest picture of the first screen on wide screens, preloaded there. On phones, the font has priority. */
	firstWhenWide: "low",
	/** Smaller picture of the first screen. The font has priority. */
	afterWords: "low",
} as const;

type Loading = keyof typeof priorities;

type Props = {
	picture: PictureValue | undefined;
	/** Value of the `sizes` attribute: one of the values in `sizes.ts`. */
	sizes: string;
	loading?: Loading;
	/** Alternative text for a picture whose asset has no title. Not needed when a text beside the picture describes it. */
	fallbackName?: TextValue | undefined;
	className?: string;
};

/** Picture from the content. Renders nothing when there is no picture. */
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
		// Without `<picture>`, React would preload the file of an eager `<img>`. Browsers with AVIF do not need this file.
		<picture>
			{isPhotograph && (
				// The browser requests a lazy picture after layout, so `auto` can use the width from the layout:
				// https://html.spec.whatwg.org/multipage/images.html#sizes-attributes
				<source type="image/avif" srcSet={formatAvifSourceSet(picture)} sizes={isMeasured ? `auto, ${sizes}` : sizes} />
			)}
			<img
				src={src}
				// `<source sizes="auto">` works only when the `<img>` also has `sizes="auto"`, and a `srcset`.
				srcSet={isMeasured ? formatFallbackSourceSet(picture) : undefined}
				sizes={isMeasured ? "auto" : undefined}
				alt={title?.value ?? ""}
				lang={title?.lang}
				width={width}
				height={height}
				loading={isLazy(loading, isPhotograph) ? "lazy" : "eager"}
				fetchPriority={priorities[loading]}
				decoding="async"
				className={[placeholderClass, backdropClass, className].filter(Boolean).join(" ") || undefined}
				{...createSourceAttributes(picture)}
			/>
		</picture>
	);
}

function isLazy(loading: Loading, isPhotograph: boolean): boolean {
	if (loading === "afterWords") return isPhotograph;
	return loading === "lazy";
}
