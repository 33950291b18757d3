/** Path of the event stream that announces the id of the preview's newest build. */
export const previewChangesPath = "/preview-changes";

/** Name of the `<meta>` element with the id of the build that rendered a preview page. */
export const previewVersionName = "preview-version";
