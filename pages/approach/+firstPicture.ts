// https://vike.dev/meta: a setting of ours, see renderer/+config.ts
import { sizes, wideScreen } from "../../components/sizes.ts";
import type { Snapshot } from "../../content/snapshot.ts";

/** What is loaded at once. */
export function firstPicture({ approach }: Snapshot) {
	return { picture: approach.banner, sizes: sizes.banner, media: wideScreen };
}
