// Script of every page, which defines the custom elements: https://vike.dev/client
import { CarouselElement } from "../components/Carousel/Carousel.client.ts";
import { carouselContract } from "../components/Carousel/carouselContract.ts";
import { LanguageSwitchElement } from "../components/LanguageSwitch/LanguageSwitch.client.ts";
import { languageSwitchContract } from "../components/LanguageSwitch/languageSwitchContract.ts";
import { MenuElement } from "../components/Menu/Menu.client.ts";
import { menuContract } from "../components/Menu/menuContract.ts";
import { NewsletterElement } from "../components/Newsletter/Newsletter.client.ts";
import { newsletterContract } from "../components/Newsletter/newsletterContract.ts";
import { NoticeElement } from "../components/Notice/Notice.client.ts";
import { noticeContract } from "../components/Notice/noticeContract.ts";
import { ProgressBarElement } from "../components/ProgressBar/ProgressBar.client.ts";
import { progressBarContract } from "../components/ProgressBar/progressBarContract.ts";
import { previewSourceId } from "../environment/preview.ts";

// An error in one custom element does not stop the others, because the browser reports it and continues.
customElements.define(languageSwitchContract.element, LanguageSwitchElement);
customElements.define(menuContract.element, MenuElement);
customElements.define(newsletterContract.element, NewsletterElement);
customElements.define(noticeContract.element, NoticeElement);
customElements.define(carouselContract.element, CarouselElement);

// Most browsers animate the progress bar with CSS, and do not need the script.
if (!CSS.supports("animation-timeline: scroll()")) {
	customElements.define(progressBarContract.element, ProgressBarElement);
}

// Only previews of drafts have this element (`scripts/preview/createPreviewRenderer.ts`). Firefox rejects the import when
// a link is pressed while the script loads.
if (document.getElementById(previewSourceId)) import("./preview/preview.client.ts").catch(() => {});
