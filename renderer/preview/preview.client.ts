// Script of preview pages. It shows saved drafts without a reload, and links each text to its field in Contentful.
import { ContentfulLivePreview } from "@contentful/live-preview";
import { contentfulApps } from "../../environment/contentfulApps.ts";
import { recordResponse } from "./morphPage.client.ts";
import { updatePage } from "./updatePage.client.ts";

const root = document.documentElement;

recordResponse();
// A change of `id` means that the language switch has replaced the content of the `<body>` (`swapPage` in
// `changeLanguage.client.ts`). `swapPage` sets `id` before that, but observers are called in a microtask, so after
// `swapPage` has ended.
new MutationObserver(recordResponse).observe(root, { attributeFilter: ["id"] });
// Firefox has no `ancestorOrigins`, and `document.referrer`, with which the SDK replaces it, is empty after a link.
const target = location.ancestorOrigins ? {} : { targetOrigin: contentfulApps };
// `init` and `subscribe` have an effect only inside Contentful's editor. `subscribe` needs `enableLiveUpdates`.
ContentfulLivePreview.init({
	locale: root.id,
	enableInspectorMode: true,
	enableLiveUpdates: true,
	...target,
});
// Called for entries that the page shows. The SDK finds their ids in attributes, which `createSourceAttributes.ts` writes
// from the `source` that `parseContent.ts` adds.
ContentfulLivePreview.subscribe("save", { callback: updatePage });
