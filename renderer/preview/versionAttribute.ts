/**
 * Attribute of a preview's `<body>`: a hash of its content as the server has sent it. Scripts change the page, and so
 * cannot compare it with another response.
 */
export const previewVersionAttribute = "data-preview";
