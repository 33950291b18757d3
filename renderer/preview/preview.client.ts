// Script of preview pages. It shows saved drafts without a reload, and links each text to its field in Contentful.
import { ContentfulLivePreview } from "@contentful/live-preview";
import { startPollRequests } from "./startPollRequests.client.ts";
import { recordCopyAndUpdate, updatePage, updatePageTo } from "./updatePage.client.ts";
import { watchLiveVersion } from "./watchLiveVersion.client.ts";

const root = document.documentElement;

recordCopyAndUpdate();
// A change of `id` means that the language switch has replaced the content of the `<body>` (`swapPage` in
// `changeLanguage.client.ts`). `swapPage` sets `id` before that, but observers are called in a microtask, so after
// `swapPage` has ended.
new MutationObserver(recordCopyAndUpdate).observe(root, { attributeFilter: ["id"] });
// After a rebuild, the server announces the new version to all tabs.
void watchLiveVersion(updatePageTo);
// Browsers may freeze a background tab, which then misses new versions. So a tab updates when it becomes visible.
addEventListener("visibilitychange", () => {
	if (!document.hidden) updatePage();
});
const requestPollAfterSave = startPollRequests();
// `init` and `subscribe` have an effect only inside Contentful's editor. `subscribe` needs `enableLiveUpdates`.
ContentfulLivePreview.init({ locale: root.id, enableInspectorMode: true, enableLiveUpdates: true });
// Called for entries that the page shows. The SDK finds their ids in attributes, which `createSourceAttributes.ts` writes
// from the `source` that `parseContent.ts` adds. The poll finds the saved draft, and the server rebuilds.
ContentfulLivePreview.subscribe("save", { callback: requestPollAfterSave });
