// Contract between the server, which announces new versions of a preview, and the preview's pages.

/** Path of the event stream that announces the id of a preview's live version. */
export const previewChangesPath = "/preview-changes";

/** Name of the `<meta>` element that contains the id of the version to which a preview's page belongs. */
export const previewVersionName = "preview-version";
