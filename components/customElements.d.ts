import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { carouselContract } from "./Carousel/carouselContract.ts";
import type { languageSwitchContract } from "./LanguageSwitch/languageSwitchContract.ts";
import type { menuContract } from "./Menu/menuContract.ts";
import type { newsletterContract } from "./Newsletter/newsletterContract.ts";
import type { noticeContract } from "./Notice/noticeContract.ts";
import type { progressBarContract } from "./ProgressBar/progressBarContract.ts";

/** Names of the custom elements. `renderer/+client.ts` defines their classes. */
type SiteElementName = (
	| typeof carouselContract
	| typeof languageSwitchContract
	| typeof menuContract
	| typeof newsletterContract
	| typeof noticeContract
	| typeof progressBarContract
)["element"];

/** Attributes of a custom element in JSX. */
type SiteElementProps = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;

declare module "react" {
	namespace JSX {
		interface IntrinsicElements extends Record<SiteElementName, SiteElementProps> {}
	}
}
