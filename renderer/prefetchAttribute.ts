/** Attribute of the `<html>` of a page whose likely links the speculation rules prefetch. */
export const prefetchAttribute = "data-prefetch";
