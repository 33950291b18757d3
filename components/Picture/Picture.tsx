import { createContext, use } from "react";
import type { PictureSource, PictureValue, TextValue } from "../../content/snapshot.ts";
import { createSourceAttributes } from "../createSourceAttributes.ts";
import { sizesByPlace, wideScreen } from "./sizes.ts";
import "./focus.css";
import "./Picture.css";

/** Picture that is preloaded in the document's head. */
export type FirstPicture = {
	picture: PictureValue;
	sizes: string;
	/** Media query of the screens that preload the picture. Absent when all screens do. */
	media?: string;
};

/** Callback that collects the pictures to preload in the document's head. */
export const FirstPictureContext = createContext<(first: FirstPicture) => void>(() => {});

/** Value of the `fetchpriority` attribute for each value of `loading`. */
const priorities = {
	lazy: undefined,
	/** First picture of a list, which can be the largest of the first screen. Browsers find a lazy one only after layout. */
	firstOfList: undefined,
	first: "high",
	/** First picture of a page on wide screens. Phones load the font before the picture. */
	firstWhenWide: "low",
	/** Picture at the top of a page. The font is loaded before the picture. */
	afterWords: "low",
} as const;

type Props = {
	picture: PictureValue | undefined;
	/** Place in the layout, which determines the `sizes` attribute. */
	place: keyof typeof sizesByPlace;
	loading?: keyof typeof priorities;
	/** Alternative text for a picture whose asset has no title. Not needed when a text beside the picture describes it. */
	fallbackName?: TextValue | undefined;
	className?: string;
	/** Whether the layout never crops the picture, so that it needs no focus. */
	isWhole?: boolean;
};

/** Picture from the content. Renders nothing when there is no picture. */
export function Picture(props: Props) {
	const { picture, place, loading = "lazy", fallbackName, className, isWhole } = props;
	const preload = use(FirstPictureContext);
	if (!picture) return null;
	const sizes = sizesByPlace[place];
	if (loading === "first") preload({ picture, sizes });
	if (loading === "firstWhenWide") preload({ picture, sizes, media: wideScreen });
	const { src, srcWidth, sources, width, height } = picture;
	const isPhotograph = sources !== undefined;
	const isMeasured = isPhotograph && loading === "lazy";
	const isLazy = loading === "lazy" || (loading === "afterWords" && isPhotograph);
	const title = picture.title.value ? picture.title : fallbackName;
	return (
		// Without `<picture>`, React would preload the fallback file, although most browsers load the AVIF file.
		<picture>
			{isPhotograph && (
				// The browser requests a lazy picture after layout, so `auto` can use the width from the layout:
				// https://html.spec.whatwg.org/multipage/images.html#sizes-attributes
				<source
					type="image/avif"
					srcSet={formatSourceSet(sources)}
					sizes={isMeasured ? `auto, ${sizes}` : sizes}
				/>
			)}
			<img
				src={src}
				// `sizes="auto"` of the `<source>` works only when the `<img>` has a `srcset` and `sizes="auto"`, too.
				srcSet={isMeasured ? `${src} ${srcWidth}w` : undefined}
				sizes={isMeasured ? "auto" : undefined}
				alt={title?.value ?? ""}
				lang={title?.lang}
				width={width}
				height={height}
				loading={isLazy ? "lazy" : "eager"}
				fetchPriority={priorities[loading]}
				decoding="async"
				className={className}
				data-focus={isWhole ? undefined : picture.focus}
				{...createSourceAttributes(picture)}
			/>
		</picture>
	);
}

/** Returns the `srcset` of a picture's files, such as `/media/0f3a-320.avif 320w, /media/0f3a-672.avif 672w`. */
export function formatSourceSet(sources: PictureSource[]): string {
	return sources.map(({ src, width }) => `${src} ${width}w`).join(", ");
}
