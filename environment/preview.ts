/** Returns the path of the home page with drafts. The paths of other pages follow it: `/preview/<key>/ru/packages`. */
export function formatPreviewPath(key: string): string {
	return `/preview/${key}`;
}

/**
 * Id of the `<template>` at the end of a preview's `<body>`. It contains the `<body>` as the server has sent it, because
 * scripts change the page.
 */
export const previewSourceId = "preview-source";
