// Script of every page: https://vike.dev/client
import "../components/LanguageSwitch/LanguageSwitch.client.ts";
import "../components/Menu/Menu.client.ts";
import "../components/NewTabLink/NewTabLink.client.ts";
import "../components/Newsletter/Newsletter.client.ts";
import "../components/Notice/Notice.client.ts";
import "../components/ProgressBar/ProgressBar.client.ts";
import "../components/Text/Text.client.ts";
import { CarouselElement } from "../components/Carousel/Carousel.client.ts";
import "./prefetchLinks.client.ts";

customElements.define("site-carousel", CarouselElement);

// Firefox rejects the import when a link is pressed while the script loads.
if (document.body.dataset.preview) import("./preview/preview.client.ts").catch(() => {});
