// https://vike.dev/meta: a setting of ours, see renderer/+config.ts
import { sizes, wideScreen } from "../../components/sizes.ts";
import type { Snapshot } from "../../content/snapshot.ts";

/** What is loaded at once. */
export function firstPicture({ consultations }: Snapshot) {
	return { picture: consultations.cover, sizes: sizes.portrait, media: wideScreen };
}
