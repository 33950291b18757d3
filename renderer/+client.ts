// https://vike.dev/client
// Script of every page. It defines the custom elements, which work as plain markup until then.
import { CarouselElement } from "../components/Carousel/Carousel.client.ts";
import type { carouselContract } from "../components/Carousel/carouselContract.ts";
import { LanguageSwitchElement } from "../components/LanguageSwitch/LanguageSwitch.client.ts";
import { languageSwitchContract } from "../components/LanguageSwitch/languageSwitchContract.ts";
import { MenuElement } from "../components/Menu/Menu.client.ts";
import { menuContract } from "../components/Menu/menuContract.ts";
import { NewsletterElement } from "../components/Newsletter/Newsletter.client.ts";
import { newsletterContract } from "../components/Newsletter/newsletterContract.ts";
import { NoticeElement } from "../components/Notice/Notice.client.ts";
import { noticeContract } from "../components/Notice/noticeContract.ts";
import { showLoadedPictures } from "../components/Picture/showLoadedPictures.client.ts";
import { progressBarContract } from "../components/ProgressBar/progressBarContract.ts";
import { respectSavedData } from "./speculationRules.client.ts";

/** Time after which a failed import is repeated, in milliseconds. */
const retryMs = 5_000;

// An error in one element does not stop the others: the browser reports it and upgrades the next one.
customElements.define(languageSwitchContract.element, LanguageSwitchElement);
customElements.define(menuContract.element, MenuElement);
customElements.define(newsletterContract.element, NewsletterElement);
customElements.define(noticeContract.element, NoticeElement);
customElements.define("site-carousel" satisfies typeof carouselContract.element, CarouselElement);

// Only some browsers need the progress bar's script.
if (!CSS.supports("animation-timeline: scroll()")) {
	const define = async () => {
		const module = await import("../components/ProgressBar/ProgressBar.client.ts");
		customElements.define(progressBarContract.element, module.ProgressBarElement);
	};
	// Firefox rejects the import when a link is pressed during the load: see `startEntry` in site/headScript.ts.
	define().catch(() => setTimeout(define, retryMs));
}

respectSavedData();
showLoadedPictures();
