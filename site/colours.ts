/** Background colour of pages, as in renderer/tokens.css. Browsers use it for their own bars and for the start screen. */
export const paper = { light: "#fbf8f2", dark: "#141d18" };
