// Script of every page: https://vike.dev/client
import "../components/LanguageSwitch/LanguageSwitch.client.ts";
import "../components/Menu/Menu.client.ts";
import "../components/NewTabLink/NewTabLink.client.ts";
import "../components/Newsletter/Newsletter.client.ts";
import "../components/Notice/Notice.client.ts";
import "../components/ProgressBar/ProgressBar.client.ts";
import "../components/Text/Text.client.ts";
import { CarouselElement } from "../components/Carousel/Carousel.client.ts";
import { carouselContract } from "../components/Carousel/carouselContract.ts";
import "./prefetchLinks.client.ts";
import { previewVersionAttribute } from "./preview/versionAttribute.ts";

customElements.define(carouselContract.element, CarouselElement);

// Firefox rejects the import when a link is pressed while the script loads.
if (document.body.hasAttribute(previewVersionAttribute))
	import("./preview/preview.client.ts").catch(() => {});
