// Contract between the pages of a preview and the server, which announces new versions to them.

/** Path of the event stream that announces the live version of a preview. */
export const previewChangesPath = "/preview-changes";

/** Name of the `<meta>` element that holds the version of a page of a preview. */
export const previewVersionName = "preview-version";
