import { createContext, use } from "react";
import { sourceSet } from "../../content/pictures.ts";
import type { PictureValue, TextValue } from "../../content/snapshot.ts";
import { sourceAttributes } from "../sourceAttributes.ts";
import { wideScreen } from "./sizes.ts";
import "./Picture.css";

/** A picture that the page's head preloads, its `sizes`, and on which screens; on all unless said. */
export type FirstPicture = { picture: PictureValue; sizes: string; media?: string };

/** Takes the first picture of a page while its body is rendered, for the head. It is rendered once, to finished HTML. */
export const FirstPictureContext = createContext<(first: FirstPicture) => void>(() => {});

const priorities = {
	lazy: undefined,
	first: "high",
	firstWhenWide: "low",
	afterWords: "low",
} as const;

type Props = {
	picture: PictureValue | undefined;
	/** Its displayed width, one of `sizes`. */
	sizes: string;
	/**
	 * `first` for the largest thing seen before any scrolling, which the page's head preloads; `afterWords` for what may be
	 * seen then, too, but shall not take the network from the words' font: a photograph waits for the layout, which knows
	 * whether it is near. `firstWhenWide` is the first on wide screens, where the head preloads it; on others it is asked
	 * for at once, but behind the words' font.
	 */
	loading?: keyof typeof priorities;
	/** Names the picture when its asset has no title and nothing beside it says what it is. */
	fallbackName?: TextValue | undefined;
	className?: string;
};

/** A picture from the content, or nothing where there is none. */
export function Picture({ picture, sizes, loading = "lazy", fallbackName, className }: Props) {
	const takeFirst = use(FirstPictureContext);
	if (!picture) return null;
	if (loading === "first") takeFirst({ picture, sizes });
	if (loading === "firstWhenWide") takeFirst({ picture, sizes, media: wideScreen });
	const { src, width, height, widths, tone } = picture;
	const title = picture.title.value ? picture.title : fallbackName;
	const [alt, lang] = [title?.value ?? "", title?.lang];
	// The layout is known when a lazy picture is asked for: https://html.spec.whatwg.org/multipage/images.html#sizes-attributes
	const shown = widths && (loading === "lazy" ? `auto, ${sizes}` : sizes);
	return (
		// React puts a preload in front of an eager picture unless it stands in a <picture>.
		<picture>
			{widths && <source type="image/avif" srcSet={sourceSet(picture)} sizes={shown} />}
			<img
				src={src}
				// Browsers ask the picture itself whether its sources may go by the layout.
				{...(widths && loading === "lazy" ? { srcSet: `${src} ${/-(\d+)\.\w+$/.exec(src)?.[1]}w`, sizes: "auto" } : {})}
				alt={alt}
				lang={lang}
				width={width}
				height={height}
				loading={loading === "lazy" || (loading === "afterWords" && widths) ? "lazy" : "eager"}
				fetchPriority={priorities[loading]}
				decoding="async"
				className={[tone && `tone-${tone}`, className].filter(Boolean).join(" ") || undefined}
				{...sourceAttributes(picture)}
			/>
		</picture>
	);
}
