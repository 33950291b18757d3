/** Path of the event stream that announces the id of the preview's newest build. */
export const previewChangesPath = "/preview-changes";

/** Name of the `<meta>` element that contains the id of the build to which a preview's page belongs. */
export const previewVersionName = "preview-version";
