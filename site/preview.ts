/** Path of the event stream that announces the id of the preview's newest build. */
export const previewChangesPath = "/preview-changes";

/** `name` of the `<meta>` element whose `content` is the build id of a preview page. */
export const previewVersionName = "preview-version";
