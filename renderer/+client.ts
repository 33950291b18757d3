// https://vike.dev/client
// The one script that every page loads. It only improves what works without it.
import "../components/Carousel/CarouselElement.client.ts";
import { find } from "../components/find.client.ts";
import "../components/LanguageSwitch/LanguageSwitch.client.ts";
import "../components/Menu/Menu.client.ts";
import "../components/Newsletter/NewsletterForm.client.ts";
import { savesData } from "../components/savesData.client.ts";

if (!CSS.supports("animation-timeline: scroll()")) {
	const load = () => import("../components/ProgressBar/ProgressBar.client.ts");
	// As in site/headScript.ts: Firefox rejects the import of a page that is left meanwhile.
	load().catch(() => setTimeout(load, 5000));
}

// Browsers that save data guess nothing by themselves, as far as they are known: this holds in all.
if (savesData) document.querySelector("[type=speculationrules]")?.remove();

// The link of Brevo's confirmation mail leads here.
if (location.search === "?subscribed") find("subscribed")?.removeAttribute("hidden");
