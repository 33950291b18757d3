/**
 * Name of a form field that visitors cannot see, so that only programs fill it in. It has no meaning, because browsers
 * and password managers fill in names that they know.
 */
export const honeypotName = "x";
